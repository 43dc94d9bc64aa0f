import type { Catalogue, Language, Page, PageStrings, Translate } from '@site/shared';
import { addMessages, type Messages } from '@site/shared/i18n/createI18n.ts';
import { fallbackLanguage } from '@site/shared/i18n/languages.ts';
import type { i18n as I18n } from 'i18next';
import { headSections, routesSection, shellNamespace } from './shellMessages.ts';

/** Loads a page's messages in a language into the i18n instance. */
export type LoadMessages = (strings: PageStrings, language: Language) => Promise<void>;

/** A remote that lacks a language of the site is shown in the fallback language. */
const catalogueIn = (catalogues: PageStrings['catalogues'], language: Language): Promise<Catalogue> =>
  (catalogues[language] ?? catalogues[fallbackLanguage])();

/** For browsers: loads whole catalogues, each once. The server's HTML contains only the sections of the first view. */
export function messageLoader(i18n: I18n): LoadMessages {
  const complete = new Map<string, Promise<void>>();
  const load: LoadMessages = async ({ namespace, catalogues }, language) => {
    const catalogue = await catalogueIn(catalogues, language);
    assertMessages(catalogue, namespace, language);
    addMessages(i18n, language, namespace, catalogue);
  };
  return (strings, language) => {
    const key = `${language}/${strings.namespace}`;
    const loading = complete.get(key) ?? load(strings, language);
    complete.set(key, loading);
    loading.catch(() => complete.delete(key));
    return loading;
  };
}

/** For the server: loads only the sections that a page shows and the messages for its head, and collects them for the HTML. */
export function collectingLoader(i18n: I18n): { load: LoadMessages; messages: Messages } {
  const messages: Record<string, Catalogue> = {};
  const load: LoadMessages = async ({ namespace, sections, catalogues }, language) => {
    const catalogue = await catalogueIn(catalogues, language);
    const shown = filterSections(catalogue, (section) => sections.includes(section));
    if (sections.length > 0) assertMessages(shown, namespace, language);
    const picked = { ...shown, ...filterSections(catalogue, (section) => section === routesSection) };
    messages[namespace] = { ...messages[namespace], ...picked };
    addMessages(i18n, language, namespace, picked);
  };
  return { load, messages };
}

/** Messages without those that only the head shows. */
export const withoutHead = (messages: Messages): Messages =>
  Object.fromEntries(
    Object.entries(messages).map(([namespace, catalogue]) => {
      const excluded = namespace === shellNamespace ? headSections : [routesSection];
      return [namespace, filterSections(catalogue, (section) => !excluded.includes(section))];
    }),
  );

const filterSections = (catalogue: Catalogue, isWanted: (section: string) => boolean): Catalogue =>
  Object.fromEntries(Object.entries(catalogue).filter(([section]) => isWanted(section)));

/** Without any messages a page would show their keys. */
function assertMessages(catalogue: Catalogue, namespace: string, language: Language): void {
  if (Object.keys(catalogue).length === 0)
    throw new Error(`SITE-TEXTS "${namespace}" has no messages in "${language}".`);
}

/** A function that returns messages of a page's remote. */
export function translatorOf({ strings }: Page, language: Language, i18n: I18n): Translate {
  // Only the shell's own messages are typed here.
  const namespace = strings.namespace as keyof Catalogues;
  return i18n.getFixedT(language, namespace) as (key: string) => string;
}
