const control = /\p{Cc}/gu;
const controlExceptNewline = /(?!\n)\p{Cc}/gu;

/**
 * Makes a text a single line: line breaks and tabs become spaces, other control characters are removed. Nothing in it can
 * start a new mail header.
 */
export function cleanLine(value: string): string {
  return value
    .toWellFormed()
    .replace(/[\t\r\n]+/g, ' ')
    .replace(control, '')
    .trim();
}

/** Cleans a text of several lines: line breaks become `\n`, tabs become spaces, other control characters are removed. */
export function cleanText(value: string): string {
  return value.toWellFormed().replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(controlExceptNewline, '').trim();
}
