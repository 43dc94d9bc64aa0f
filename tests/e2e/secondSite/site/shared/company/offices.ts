import type { City } from '@site/shared/contract/company.ts';
import type { Language } from '@site/shared/i18n/languages.ts';

/** The city of each language version's office. */
export const cities: Readonly<Record<Language, City>> = {
  de: { title: 'Leipzig', name: 'Leipzig' },
  ar: { title: 'لايبزيغ', name: 'لايبزيغ' },
};
