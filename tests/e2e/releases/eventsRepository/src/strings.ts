import type { PageStrings } from '@site/shared';
import type messages from '../locales/en.json';
import type french from '../locales/fr.json';

declare global {
  /** Types the keys of `t`. One page is in French alone. */
  interface Catalogues {
    readonly events: typeof messages & typeof french;
  }
}

/** The messages of a page: the sections of the catalogue that it shows. */
export const strings = (sections: readonly string[]): PageStrings => ({
  namespace: 'events',
  sections,
  catalogues: {
    en: async () => (await import('../locales/en.json', { with: { type: 'json' } })).default,
    fr: async () => (await import('../locales/fr.json', { with: { type: 'json' } })).default,
    es: async () => (await import('../locales/es.json', { with: { type: 'json' } })).default,
  },
});
