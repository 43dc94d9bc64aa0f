const control = /\p{Cc}/gu;
const controlExceptNewline = /(?!\n)\p{Cc}/gu;

/** One line of text: line breaks and tabs become spaces, other control characters go. Nothing can start a new mail header. */
export function cleanLine(value: string): string {
  return value
    .toWellFormed()
    .replace(/[\t\r\n]+/g, ' ')
    .replace(control, '')
    .trim();
}

/** Text of several lines: line breaks become `\n`, tabs become spaces, other control characters go. */
export function cleanText(value: string): string {
  return value.toWellFormed().replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(controlExceptNewline, '').trim();
}
