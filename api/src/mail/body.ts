import { brand } from '@site/company/brand.ts';
import { cities } from '@site/company/offices.ts';
import tokens from '@site/company/tokens.json' with { type: 'json' };
import { escapeHtml } from '@site/shared/html.ts';
import { directionOf, type Language, languageAttributes, languages } from '@site/shared/i18n/languages.ts';

/** A part of a mail: a paragraph, or a table of names and values. */
type MailPart = string | readonly (readonly [name: string, value: string])[];

interface BodyOptions {
  readonly language: Language;
  /** Writes a row of a table in plain text. */
  readonly row: (name: string, value: string) => string;
  /** Whether it looks like the site, for visitors. Default: false. */
  readonly isLetter?: boolean;
}

const { bg, text, 'text-3': text3, accent } = tokens.color;
const edge = `2px solid ${text.$value}`;

/** The site's paper, its wordmark and a street sign: mail programs know few styles, and load no pictures. */
const letterhead = (language: Language): string =>
  `<p style="font-size: 28px; font-weight: bold">${brand.product.toLowerCase()} <span style="padding: 4px 8px; border: ${edge}; border-radius: 6px; background: ${accent.$value}; color: ${text.$value}; font-size: 12px; letter-spacing: 2px; text-transform: uppercase; vertical-align: middle">${cities[language].name}</span></p>`;

const offices = `<p style="color: ${text3.$value}; font-size: 14px">${languages.map((code) => cities[code].name).join(' · ')}</p>`;

/** Formats the parts of a mail as plain text, and as HTML that loads nothing. */
export function mailBody(
  title: string,
  parts: readonly MailPart[],
  { language, row, isLetter = false }: BodyOptions,
): { readonly text: string; readonly html: string } {
  return {
    text: `${parts.map((part) => toPlainText(part, row)).join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      `<html ${languageAttributes(language)}>`,
      `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
      isLetter
        ? `<body style="padding: 24px; background: ${bg.$value}; color: ${text.$value}; font: 17px/1.5 sans-serif">`
        : '<body style="font-family: sans-serif; line-height: 1.5; max-width: 40em">',
      ...(isLetter ? [letterhead(language)] : []),
      ...parts.map((part) => toHtml(part, language)),
      ...(isLetter ? [offices] : []),
      '</body>',
      '</html>',
    ].join('\n'),
  };
}

const toPlainText = (part: MailPart, row: BodyOptions['row']): string =>
  typeof part === 'string' ? part : part.map(([name, value]) => row(name, value)).join('\n');

function toHtml(part: MailPart, language: Language): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part).replaceAll('\n', '<br>\n')}</p>`;
  const [start, end] = directionOf(language) === 'ltr' ? ['left', 'right'] : ['right', 'left'];
  const rows = part.map(([name, value]) => {
    const heading = `<th scope="row" style="text-align: ${start}; padding-${end}: 1em">${escapeHtml(name)}</th>`;
    return `<tr>${heading}<td>${escapeHtml(value)}</td></tr>`;
  });
  return `<table>\n${rows.join('\n')}\n</table>`;
}
