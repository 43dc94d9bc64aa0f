import type { PageStrings } from '@site/shared';
import { inEachLanguage } from '@site/shared/i18n/languages.ts';
import type messages from '../locales/en.json';

declare global {
  /** Types the keys of `t`. */
  interface Catalogues {
    readonly 'new-remote': typeof messages;
  }
}

/** The messages of a page: the sections of the catalogue that it shows. */
export const strings = (sections: readonly string[]): PageStrings => ({
  namespace: 'new-remote',
  sections,
  catalogues: inEachLanguage(
    (language) => async () => (await import(`../locales/${language}.json`, { with: { type: 'json' } })).default,
  ),
});
