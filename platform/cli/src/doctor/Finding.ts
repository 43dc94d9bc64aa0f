/** One thing that the doctor looked at. */
export interface Finding {
  /** What it is about, such as `expires`. */
  readonly about: 'site' | 'teams' | 'visitors' | 'expires';
  readonly text: string;
  /** Further lines about it. */
  readonly details?: readonly string[];
  /** Whether it needs action. */
  readonly isProblem: boolean;
}

/** Makes the findings about one subject. */
export const about = (subject: Finding['about']) => ({
  fine: (text: string, details?: readonly string[]): Finding => finding(subject, text, false, details),
  problem: (text: string, details?: readonly string[]): Finding => finding(subject, text, true, details),
});

const finding = (about: Finding['about'], text: string, isProblem: boolean, details?: readonly string[]): Finding => ({
  about,
  text,
  ...(details && { details }),
  isProblem,
});
