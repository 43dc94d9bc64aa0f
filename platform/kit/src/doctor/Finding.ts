/** One thing that the doctor looked at. */
export interface Finding {
  /** What it is about, such as `expires`. */
  readonly about: 'site' | 'packages' | 'visitors' | 'expires';
  readonly text: string;
  /** Whether it needs action. */
  readonly isProblem: boolean;
}

/** Makes the findings about one subject. */
export const about = (subject: Finding['about']) => ({
  fine: (text: string): Finding => ({ about: subject, text, isProblem: false }),
  problem: (text: string): Finding => ({ about: subject, text, isProblem: true }),
});
