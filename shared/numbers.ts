import { numberRules } from './i18n/knownLanguages.ts';
import type { Language } from './i18n/languages.ts';

/** Writes a whole number as the language does: `10,000` and `3,000`, `10 000` and `3 000`; in Spanish four digits have no space: `3000`. */
export const formatNumber = (number: number, language: Language): string => writeNumber(number, language, {});

/** Writes a whole amount of euros as the language does: `€3,000`, `3 000 €`, `3000 €`. */
export const formatEuros = (amount: number, language: Language): string =>
  writeNumber(amount, language, { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 });

function writeNumber(number: number, language: Language, options: Intl.NumberFormatOptions): string {
  const { useGrouping = 'always', group } = numberRules[language] ?? {};
  const format = new Intl.NumberFormat(language, { ...options, useGrouping });
  // A browser without the language writes another.
  const isWritten = format.resolvedOptions().locale.startsWith(language);
  const parts = format.formatToParts(number);
  return parts.map(({ type, value }) => (type === 'group' && isWritten ? (group ?? value) : value)).join('');
}
