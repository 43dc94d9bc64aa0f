import { terminalText } from '@site/shared/plainText.ts';

/** Prints a result: visitors and feeds have written much of it, and none of that may command the terminal. */
export const print = (text: string): void => console.log(terminalText(text));

/** Prints what went wrong. */
export const printError = (text: string): void => console.error(terminalText(text));
