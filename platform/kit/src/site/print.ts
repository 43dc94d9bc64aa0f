import { terminalText } from '@site/shared/plainText.ts';

/** What a command prints: for people, and for scripts that ask for it with `--json`. */
export interface CommandResult {
  readonly text: string;
  readonly data?: unknown;
}

/** Prints a result. Stores and servers have texts of anyone in them: none may command the terminal of who reads them. */
export function print({ text, data }: CommandResult, { json }: { readonly json?: true | undefined }): void {
  console.log(terminalText(json && data !== undefined ? JSON.stringify(data, null, 2) : text));
}
