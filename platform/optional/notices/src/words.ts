import { join } from 'node:path';
import { formatLongDate } from '@site/shared/format.ts';
import { inEachLanguage, type Language } from '@site/shared/i18n/languages.ts';
import { roomTexts } from '@site/shared/i18n/roomTexts.ts';
import { plainLine } from '@site/shared/plainText.ts';
import type texts from '../locales/en.json';
import { noticeLimits } from './limits.ts';
import type { Notice } from './Notice.ts';

/** Our own words, or words of others, which a channel must not obey. */
export type Part = { readonly own: string } | { readonly value: string };

/** A notice in words: a title, and lines. */
export interface Wording {
  readonly title: readonly Part[];
  readonly lines: readonly (readonly Part[])[];
}

const folder = join(import.meta.dirname, '../locales');

const catalogues = inEachLanguage((language) => roomTexts<typeof texts>(folder, language).texts);

/** Writes a notice in a language. Lines about something that isn't known are left out. */
export function wordingOf({ kind, values }: Notice, language: Language): Wording {
  const known = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cleaned(value)]));
  if (known.until) known.until = formatLongDate(known.until, language);
  const { title, ...lines } = catalogues[language][kind];
  const filled = Object.values(lines).map((text) => partsOf(text, known));
  return { title: partsOf(title, known) ?? [], lines: filled.filter((parts) => parts !== undefined) };
}

/** A text with its values; undefined when one isn't known. */
function partsOf(text: string, values: Readonly<Record<string, string>>): readonly Part[] | undefined {
  const parts = text.split(/\{\{(\w+)\}\}/).map((part, index): Part | undefined => {
    if (index % 2 === 0) return { own: part };
    const value = values[part];
    return value ? { value } : undefined;
  });
  return parts.every((part) => part !== undefined)
    ? parts.filter((part) => !('own' in part && part.own === ''))
    : undefined;
}

/**
 * Words of others as one short line of plain text. Addresses in them are written so that no program makes links of them: an
 * error's message could send the owner anywhere.
 */
export function cleaned(text: string): string {
  const line = plainLine(text)
    .replaceAll('://', '[:]//')
    .replace(/\bwww\./gi, 'www[.]')
    .trim();
  const characters = Array.from(line);
  return characters.length <= noticeLimits.value ? line : `${characters.slice(0, noticeLimits.value).join('')}…`;
}

/** The parts as plain text. */
export const plainText = (parts: readonly Part[]): string =>
  parts.map((part) => ('own' in part ? part.own : part.value)).join('');
