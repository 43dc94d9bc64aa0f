import type { PageStrings } from '@site/shared';
import type messages from '../locales/en.json';

declare global {
  interface Catalogues {
    readonly decide: typeof messages;
  }
}

export const strings = (sections: readonly string[]): PageStrings => ({
  namespace: 'decide',
  sections,
  catalogues: {
    en: async () => (await import('../locales/en.json', { with: { type: 'json' } })).default,
    fr: async () => (await import('../locales/fr.json', { with: { type: 'json' } })).default,
    es: async () => (await import('../locales/es.json', { with: { type: 'json' } })).default,
  },
});
