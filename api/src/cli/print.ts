import { terminalText } from '@site/shared/plainText.ts';

/** Prints a result. Much of it is written by visitors and feeds, and must not control the terminal. */
export const print = (text: string): void => console.log(terminalText(text));

/** Prints what went wrong. */
export const printError = (text: string): void => console.error(terminalText(text));
