/** One of the things that `npm run check` looks at. */
export interface Check {
  readonly name: string;
  /**
   * Finds what is wrong: one line, or a tool's own report, for each problem.
   *
   * @param app look at the sources of this app alone, where the check can
   */
  readonly run: (app?: string) => Promise<readonly string[]>;
}
