import { plainLine } from '@site/shared/plainText.ts';

const controlExceptNewline = /(?!\n)\p{Cc}/gu;

/**
 * Turns a text into a single line: line breaks and tabs become spaces, other control characters and invisible ones are
 * removed. It can't start a new mail header or disguise itself as another text.
 */
export const cleanLine = (value: string): string => plainLine(value.toWellFormed()).trim();

/** Cleans a text of several lines: line breaks become `\n`, tabs become spaces, other control characters are removed. */
export function cleanText(value: string): string {
  return value.toWellFormed().replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(controlExceptNewline, '').trim();
}
