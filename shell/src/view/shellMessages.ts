import type { Texts } from '@site/company/languages.ts';
import type { Language, PageStrings } from '@site/shared';
import { inEachLanguage, languages } from '@site/shared/i18n/languages.ts';
import { isIn, type PageRoute } from '@site/shared/routes/table.ts';
import type { i18n as I18n } from 'i18next';

declare global {
  /** Types the keys of `t`. */
  interface Catalogues {
    readonly shell: Texts['shell'];
  }
}

/** The i18n namespace of the shell's own messages. */
export const shellNamespace = 'shell';

/** The section of each catalogue with the messages about its own pages, for the head. */
export const routesSection = 'routes';

/** The catalogue's sections that only the head shows. */
export const headSections = [routesSection, 'feed', 'card'];

/** The catalogue's sections for navigation bar and footer, which surround every page, and for the head. */
export const layoutSections = ['navigation', 'languages', 'footer', 'common', ...headSections];

/** The sections around a page. Only some pages end with the closing band, or aren't in all languages. */
export const sectionsAround = (route: Pick<PageRoute, 'closing' | 'paths'>): readonly string[] => [
  ...layoutSections,
  ...(route.closing === 'invitation' ? ['closing'] : []),
  ...(languages.every((language) => isIn(route, language)) ? [] : ['languageNote']),
];

/**
 * The shell's messages; the server sends the given sections only. The catalogues are one file: each file is in the import map of
 * every document.
 */
export const shellMessages = (sections: readonly string[]): PageStrings => ({
  namespace: shellNamespace,
  sections,
  catalogues: inEachLanguage(
    (language) => async () =>
      (
        await import(/* webpackChunkName: "messages" */ `@site/company/locales/${language}.json?shell`, {
          with: { type: 'json' },
        })
      ).default.shell,
  ),
});

/** The i18n namespace with the messages about a view's page: its remote's, or the shell's for the 404 page. */
const namespaceOf = (route: PageRoute | undefined): string => route?.remote ?? shellNamespace;

/** Returns a function for the messages about a page, or about the 404 page. Early releases have none. */
export function routeMessages(page: string, route: PageRoute | undefined, language: Language, i18n: I18n) {
  const ns = namespaceOf(route) as typeof shellNamespace;
  // Any page may be asked for, but only the shell's messages are typed.
  const translate = i18n.getFixedT(language, ns) as (key: string) => string;
  return (name: 'title' | 'description' | 'twitterDescription'): string | undefined =>
    i18n.exists(`routes.${page}.${name}`, { lng: language, ns }) ? translate(`routes.${page}.${name}`) : undefined;
}
