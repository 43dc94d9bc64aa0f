import type { Language } from '@site/shared';

/** A whole amount of euros as the language writes it: `€3,000`, `3 000 €`, `3.000 €`. */
export function formatEuros(amount: number, language: Language): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'EUR',
    maximumFractionDigits: 0,
    // Spanish would leave four digits ungrouped.
    useGrouping: 'always',
  }).format(amount);
}
