import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fallbackLanguage, type Language, locales } from '@site/shared/i18n/languages.ts';
import type english from '../locales/en.json';

/** The messages of the page. */
export type Texts = typeof english;

const folder = join(import.meta.dirname, '..', 'locales');

/** The words of a page. */
interface PageTexts {
  readonly texts: Texts;
  /** The code of the language that they are in. */
  readonly code: string;
  /** The language of dates and numbers beside them. */
  readonly language: Language;
}

/**
 * The messages in a language, or else in the site's fallback language. The room has no more languages than those of `locales/`: on a
 * site with none of them, the words are English.
 */
export function textsIn(wanted: Language): PageTexts {
  const language = existsSync(fileOf(wanted)) ? wanted : fallbackLanguage;
  const code = existsSync(fileOf(language)) ? language : 'en';
  return { language, code, texts: JSON.parse(readFileSync(fileOf(code), 'utf8')) as Texts };
}

const fileOf = (code: string): string => join(folder, `${code}.json`);

/** Fills in the variables of a message. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);

const localeOf = (language: Language): string => locales[language].replace('_', '-');

/** A share from 0 to 1 as a percentage, rounded down: what isn't whole never looks so. */
export const formatShare = (share: number, language: Language): string =>
  new Intl.NumberFormat(localeOf(language), {
    style: 'percent',
    maximumFractionDigits: 2,
    roundingMode: 'floor',
  }).format(share);

/** A duration as hours and minutes, at least a minute: `2 hr 5 min`. */
export function formatDuration(seconds: number, language: Language): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const parts = [
    [Math.floor(minutes / 60), 'hour'],
    [minutes % 60, 'minute'],
  ] as const;
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) =>
      new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'short' }).format(amount),
    )
    .join('\u00a0');
}
