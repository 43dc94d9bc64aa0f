import type { PageStrings } from '@site/shared';
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
  catalogues: {
    en: async () => (await import('../locales/en.json', { with: { type: 'json' } })).default,
    fr: async () => (await import('../locales/fr.json', { with: { type: 'json' } })).default,
    es: async () => (await import('../locales/es.json', { with: { type: 'json' } })).default,
  },
});
