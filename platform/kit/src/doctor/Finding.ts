/** One thing that the doctor has looked at. */
export interface Finding {
  /** What it is about, such as `expires`. */
  readonly about: 'site' | 'packages' | 'visitors' | 'expires';
  readonly text: string;
  /** Whether somebody has to do something. */
  readonly isProblem: boolean;
}

/** Makes the findings about one subject. */
export const about = (subject: Finding['about']) => ({
  fine: (text: string): Finding => ({ about: subject, text, isProblem: false }),
  problem: (text: string): Finding => ({ about: subject, text, isProblem: true }),
});
