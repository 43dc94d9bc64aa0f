import type { City } from '@site/shared/contract/company.ts';
import { inEachLanguage, type Language } from '@site/shared/i18n/languages.ts';

/** An office, by its city. Its name is in `cities`, and what visitors read about it in the contact remote. */
export type OfficeId = 'london' | 'bethune' | 'barcelona';

/** The languages with an office of their own. */
const own: Readonly<Partial<Record<Language, OfficeId>>> = { en: 'london', fr: 'bethune', es: 'barcelona' };

/** The office of all others. */
const main: OfficeId = 'london';

/** The office of each language version. */
export const officeOf = /* @__PURE__ */ inEachLanguage((language): OfficeId => own[language] ?? main);

/** The city of each office. */
const cityOf: Readonly<Record<OfficeId, City>> = {
  london: { title: 'London', name: 'London' },
  bethune: { title: 'Bethune', name: 'Béthune' },
  barcelona: { title: 'Barcelona', name: 'Barcelona' },
};

/** The city of each language version's office. */
export const cities = /* @__PURE__ */ inEachLanguage((language): City => cityOf[officeOf[language]]);
