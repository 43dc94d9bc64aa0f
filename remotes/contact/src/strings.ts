import type { Texts } from '@site/company/languages.ts';
import type { PageStrings } from '@site/shared';
import { inEachLanguage } from '@site/shared/i18n/languages.ts';
import type messages from '../locales/en.json';

declare global {
  /** Types the keys of `t`. */
  interface Catalogues {
    readonly contact: typeof messages & Texts['contact'];
  }
}

/** The messages of a page: the sections of the catalogue that it shows. The API has those of the form's fields, too. */
export const strings = (sections: readonly string[]): PageStrings => ({
  namespace: 'contact',
  sections,
  catalogues: inEachLanguage((language) => async () => {
    const [own, ofFields] = await Promise.all([
      import(/* webpackChunkName: "messages" */ `../locales/${language}.json`, { with: { type: 'json' } }),
      import(/* webpackChunkName: "messages" */ `@site/company/locales/${language}.json?contact`, {
        with: { type: 'json' },
      }),
    ]);
    return { ...own.default, ...ofFields.default.contact };
  }),
});
