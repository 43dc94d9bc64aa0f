import type { PageStrings } from '@site/shared';

/** The texts of a page of this remote: the named top-level keys of its catalogues. */
export const strings = (sections: readonly string[]): PageStrings => ({
  namespace: 'marketing',
  sections,
  catalogues: {
    en: async () => (await import('../locales/en.json', { with: { type: 'json' } })).default,
    fr: async () => (await import('../locales/fr.json', { with: { type: 'json' } })).default,
    es: async () => (await import('../locales/es.json', { with: { type: 'json' } })).default,
  },
});
