import { firstOfMonth } from './i18n/knownLanguages.ts';
import { type Language, locales } from './i18n/languages.ts';

/** Writes each part of a pattern from an ISO date. */
const parts: Readonly<Record<string, (iso: string) => string>> = {
  YYYY: (iso) => iso.slice(0, 4),
  MM: (iso) => iso.slice(5, 7),
  DD: (iso) => iso.slice(8, 10),
};

/**
 * Formats a date by a pattern of `YYYY`, `MM` and `DD`, in UTC so that server and browser agree.
 *
 * @param date an ISO 8601 date or time, such as `2026-03-28`
 * @returns an empty string when the date is invalid
 */
export function formatDate(date: string, pattern = 'YYYY-MM-DD'): string {
  const time = new Date(date);
  if (Number.isNaN(time.getTime())) return '';
  const iso = time.toISOString();
  return pattern.replace(/YYYY|MM|DD/g, (token) => parts[token]?.(iso) ?? token);
}

/**
 * Writes a date as in a sentence, in UTC: `22 November 2026`, `1er janvier 2026`, `22 de noviembre de 2026`.
 *
 * @param timeStyle adds the time of day: with seconds (`medium`), or without
 */
export function formatLongDate(date: string, language: Language, timeStyle?: 'medium' | 'short'): string {
  const locale = locales[language].replace('_', '-');
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeZone: 'UTC',
    ...(timeStyle && { timeStyle }),
  });
  const text = format.format(new Date(date));
  const first = firstOfMonth[language];
  return first === undefined ? text : text.replace(/^1 /, `${first} `);
}
