import { terminalLine } from '@site/shared/plainText.ts';

/** Prints lines of a result. Much of it is written by visitors and feeds: it neither controls the terminal nor adds lines. */
export const print = (...lines: readonly string[]): void => console.log(textOf(lines));

/** Prints what went wrong. */
export const printError = (...lines: readonly string[]): void => console.error(textOf(lines));

const textOf = (lines: readonly string[]): string => lines.map(terminalLine).join('\n');
