import type { Language } from '@site/shared';

/** A country in a language, by its ISO 3166-1 code. */
export const countryName = (code: string, language: Language): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
