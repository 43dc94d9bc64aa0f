import { terminalLine, terminalText } from '@site/shared/plainText.ts';

/** What a command prints: lines for people, and data for scripts that ask for it with `--json`. */
export interface CommandResult {
  readonly lines: readonly string[];
  readonly data?: unknown;
}

/** Prints a result. Words from stores and servers may come from anyone: they neither control the terminal nor add lines. */
export function print({ lines, data }: CommandResult, { json }: { readonly json?: true | undefined }): void {
  const isData = json && data !== undefined;
  console.log(isData ? terminalText(JSON.stringify(data, null, 2)) : lines.map(terminalLine).join('\n'));
}

/** Says on standard error what a command does: its result alone is on standard output. */
export const printStep = (step: string): void => console.error(terminalLine(step));
