import type { PageStrings } from '@site/shared';

/** The texts of this remote, of which a page shows the given sections. */
export const strings = (sections: readonly string[]): PageStrings => ({
  namespace: 'contact',
  sections,
  catalogues: {
    en: async () => (await import('../locales/en.json', { with: { type: 'json' } })).default,
    fr: async () => (await import('../locales/fr.json', { with: { type: 'json' } })).default,
    es: async () => (await import('../locales/es.json', { with: { type: 'json' } })).default,
  },
});
