import type { PageStrings } from '@site/shared';
import { inEachLanguage } from '@site/shared/i18n/languages.ts';
import type messages from '../locales/en.json';

declare global {
  /** Types the keys of `t`. */
  interface Catalogues {
    readonly blog: typeof messages;
  }
}

/**
 * The messages of a page: the sections of the catalogue that it shows. The small catalogues are one file: each file is in the
 * import map of every document.
 */
export const strings = (sections: readonly string[]): PageStrings => ({
  namespace: 'blog',
  sections,
  catalogues: inEachLanguage(
    (language) => async () =>
      (await import(/* webpackChunkName: "messages" */ `../locales/${language}.json`, { with: { type: 'json' } }))
        .default,
  ),
});
