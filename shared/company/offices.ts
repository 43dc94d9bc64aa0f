import type { City } from '@site/shared/contract/company.ts';
import type { Language } from '@site/shared/i18n/languages.ts';

/** An office, by its city. Its name is in `cities`, and what visitors read about it in the contact remote. */
export type OfficeId = 'london' | 'bethune' | 'barcelona';

/** The office of each language version. Several languages may share an office. */
export const officeOf: Readonly<Record<Language, OfficeId>> = { en: 'london', fr: 'bethune', es: 'barcelona' };

/** The city of each language version's office. */
export const cities: Readonly<Record<Language, City>> = {
  en: { title: 'London', name: 'London' },
  fr: { title: 'Bethune', name: 'Béthune' },
  es: { title: 'Barcelona', name: 'Barcelona' },
};
