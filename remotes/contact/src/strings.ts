import type { PageStrings } from '@site/shared';
import type fields from '@site/shared/contract/contact/en.json';
import type messages from '../locales/en.json';

declare global {
  /** Types the keys of `t`. */
  interface Catalogues {
    readonly contact: typeof messages & typeof fields;
  }
}

type Loaded<Texts> = Promise<{ readonly default: Texts }>;

/** The remote's own catalogue, with the messages of the form's fields, which the API uses too. */
async function withFields<Own, Fields>(own: Loaded<Own>, fields: Loaded<Fields>): Promise<Own & Fields> {
  const [{ default: texts }, { default: ofFields }] = await Promise.all([own, fields]);
  return { ...texts, ...ofFields };
}

/** The messages of a page: the sections of the catalogue that it shows. */
export const strings = (sections: readonly string[]): PageStrings => ({
  namespace: 'contact',
  sections,
  catalogues: {
    en: () =>
      withFields(
        import(/* webpackChunkName: "messages" */ '../locales/en.json', { with: { type: 'json' } }),
        import(/* webpackChunkName: "messages" */ '@site/shared/contract/contact/en.json', { with: { type: 'json' } }),
      ),
    fr: () =>
      withFields(
        import(/* webpackChunkName: "messages" */ '../locales/fr.json', { with: { type: 'json' } }),
        import(/* webpackChunkName: "messages" */ '@site/shared/contract/contact/fr.json', { with: { type: 'json' } }),
      ),
    es: () =>
      withFields(
        import(/* webpackChunkName: "messages" */ '../locales/es.json', { with: { type: 'json' } }),
        import(/* webpackChunkName: "messages" */ '@site/shared/contract/contact/es.json', { with: { type: 'json' } }),
      ),
  },
});
