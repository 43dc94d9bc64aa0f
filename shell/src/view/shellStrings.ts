import type { Language, PageName, PageStrings } from '@site/shared';
import type { i18n as I18n } from 'i18next';
import type messages from '../../locales/en.json';

declare global {
  /** Types the keys of `t`. */
  interface Catalogues {
    readonly shell: typeof messages;
  }
}

/** The i18n namespace of the shell's own messages. */
export const shellNamespace = 'shell';

/** The catalogue's sections for the head. */
export const headSections = ['routes'];

/** The catalogue's sections for navigation bar and footer, which surround every page, and for the head. */
export const layoutSections = ['navigation', 'languages', 'footer', 'closing', 'common', ...headSections];

/** The shell's messages; the server sends the given sections only. */
export const shellStrings = (sections: readonly string[]): PageStrings => ({
  namespace: shellNamespace,
  sections,
  catalogues: {
    en: async () => (await import('../../locales/en.json', { with: { type: 'json' } })).default,
    fr: async () => (await import('../../locales/fr.json', { with: { type: 'json' } })).default,
    es: async () => (await import('../../locales/es.json', { with: { type: 'json' } })).default,
  },
});

/** A function that returns the shell's messages about a route. A route that a new remote has added may have none. */
export function routeMessages(route: PageName | 'notFound', language: Language, i18n: I18n) {
  // Any route may be asked for, but only those with messages are typed.
  const translate = i18n.getFixedT(language, shellNamespace) as (key: string) => string;
  return (name: 'title' | 'description' | 'twitterDescription'): string | undefined =>
    i18n.exists(`routes.${route}.${name}`, { lng: language, ns: shellNamespace })
      ? translate(`routes.${route}.${name}`)
      : undefined;
}
