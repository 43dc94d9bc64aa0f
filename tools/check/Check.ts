/** One of the things that `npm run check` looks at. */
export interface Check {
  readonly name: string;
  /** Finds what is wrong: one line, or a tool's own report, for each problem. */
  readonly run: () => Promise<readonly string[]>;
}
