import type { Language } from './i18n/languages.ts';

/** Writes a whole number as the language does: `10,000` and `3,000`, `10 000` and `3 000`; in Spanish four digits have no space: `3000`. */
export function formatNumber(number: number, language: Language): string {
  return writeParts(new Intl.NumberFormat(language, { useGrouping: language === 'es' ? 'min2' : 'always' }), number);
}

/** Writes a whole amount of euros as the language does: `€3,000`, `3 000 €`, `3000 €`. */
export function formatEuros(amount: number, language: Language): string {
  const useGrouping = language === 'es' ? 'min2' : 'always';
  const options = { style: 'currency', currency: 'EUR', maximumFractionDigits: 0, useGrouping } as const;
  return writeParts(new Intl.NumberFormat(language, options), amount);
}

/** The Royal Spanish Academy groups by spaces, Intl by points. */
function writeParts(format: Intl.NumberFormat, number: number): string {
  const isSpanish = format.resolvedOptions().locale.startsWith('es');
  const parts = format.formatToParts(number);
  return parts.map(({ type, value }) => (type === 'group' && isSpanish ? '\u00a0' : value)).join('');
}
