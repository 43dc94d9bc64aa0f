import { escapeHtml } from '@site/shared/html.ts';
import type { Language } from '@site/shared/i18n/languages.ts';

/** A part of a mail: a paragraph, or a table of names and values. */
type MailPart = string | readonly (readonly [name: string, value: string])[];

interface BodyOptions {
  readonly language: Language;
  /** Writes a row of a table in plain text. */
  readonly row: (name: string, value: string) => string;
}

/** Formats the parts of a mail as plain text, and as HTML that loads nothing. */
export function mailBody(
  title: string,
  parts: readonly MailPart[],
  { language, row }: BodyOptions,
): { readonly text: string; readonly html: string } {
  return {
    text: `${parts.map((part) => toPlainText(part, row)).join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      `<html lang="${language}">`,
      `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
      '<body style="font-family: sans-serif; line-height: 1.5; max-width: 40em">',
      ...parts.map(toHtml),
      '</body>',
      '</html>',
    ].join('\n'),
  };
}

const toPlainText = (part: MailPart, row: BodyOptions['row']): string =>
  typeof part === 'string' ? part : part.map(([name, value]) => row(name, value)).join('\n');

function toHtml(part: MailPart): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part).replaceAll('\n', '<br>\n')}</p>`;
  const rows = part.map(([name, value]) => {
    const heading = `<th scope="row" style="text-align: left; padding-right: 1em">${escapeHtml(name)}</th>`;
    return `<tr>${heading}<td>${escapeHtml(value)}</td></tr>`;
  });
  return `<table>\n${rows.join('\n')}\n</table>`;
}
