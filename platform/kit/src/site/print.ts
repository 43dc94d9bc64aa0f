import { terminalText } from '@site/shared/plainText.ts';

/** What a command prints: text for people, and data for scripts that ask for it with `--json`. */
export interface CommandResult {
  readonly text: string;
  readonly data?: unknown;
}

/** Prints a result. Texts from stores and servers may come from anyone, and must not control the reader's terminal. */
export function print({ text, data }: CommandResult, { json }: { readonly json?: true | undefined }): void {
  console.log(terminalText(json && data !== undefined ? JSON.stringify(data, null, 2) : text));
}
