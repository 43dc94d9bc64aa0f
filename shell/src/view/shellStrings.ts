import type { PageStrings } from '@site/shared';

/** The i18n namespace of the shell's own texts. */
export const shellNamespace = 'shell';

/** What the head says of every page. */
export const headSections = ['routes'];

/** What navigation bar and footer show around every page, and the head. */
export const layoutSections = ['navigation', 'languages', 'footer', 'closing', 'common', ...headSections];

/** The shell's texts, reduced on the server to the given sections. */
export const shellStrings = (sections: readonly string[]): PageStrings => ({
  namespace: shellNamespace,
  sections,
  catalogues: {
    en: async () => (await import('../../locales/en.json', { with: { type: 'json' } })).default,
    fr: async () => (await import('../../locales/fr.json', { with: { type: 'json' } })).default,
    es: async () => (await import('../../locales/es.json', { with: { type: 'json' } })).default,
  },
});
