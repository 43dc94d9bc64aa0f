import type { Language, PageName } from '@site/shared';
import type { i18n as I18n } from 'i18next';
import { shellNamespace } from '../view/shellStrings.ts';

/** A function that gives the shell's texts about a route; a route that a new remote has added may have none. */
export function routeTexts(route: PageName | 'notFound', language: Language, i18n: I18n) {
  // The types know the routes that have texts: this asks about any.
  const translate = i18n.getFixedT(language, shellNamespace) as (key: string) => string;
  return (name: 'title' | 'description' | 'twitterDescription'): string | undefined =>
    i18n.exists(`routes.${route}.${name}`, { lng: language, ns: shellNamespace })
      ? translate(`routes.${route}.${name}`)
      : undefined;
}
