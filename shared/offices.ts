import type { Language } from './i18n/languages.ts';

/** An office, by its city. Its name is in `company.ts`, and what visitors read about it in the contact remote. */
export type OfficeId = 'london' | 'bethune' | 'barcelona';

/** The office of each language version. Several languages may share an office. */
export const officeOf: Readonly<Record<Language, OfficeId>> = { en: 'london', fr: 'bethune', es: 'barcelona' };
