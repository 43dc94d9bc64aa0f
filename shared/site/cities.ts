import type { Language } from '../i18n/languages.ts';

/** A city that a language version is tied to: it stands in the page titles, on the plaque and on an office card. */
export interface City {
  /** The name as page titles spell it. */
  readonly title: string;
  /** The name as it is written everywhere else. */
  readonly name: string;
}

/** The city of each language version. */
export const cities: Readonly<Record<Language, City>> = {
  en: { title: 'London', name: 'London' },
  fr: { title: 'Bethune', name: 'Béthune' },
  es: { title: 'Barcelona', name: 'Barcelona' },
};
