import type { Catalogue, Language, PageStrings } from '@site/shared';
import { addStrings, type Strings } from '@site/shared/i18n/createI18n.ts';
import type { i18n as I18n } from 'i18next';

/** Makes a page's texts available in a language. */
export type LoadStrings = (strings: PageStrings, language: Language) => Promise<void>;

/** Loads whole catalogues, each once; what came with the server's HTML is completed when it is first needed. */
export function stringLoader(i18n: I18n): LoadStrings {
  const complete = new Map<string, Promise<void>>();
  return ({ namespace, catalogues }, language) => {
    const key = `${language}/${namespace}`;
    const loading = complete.get(key) ?? load(i18n, namespace, language, catalogues[language]);
    complete.set(key, loading);
    loading.catch(() => complete.delete(key));
    return loading;
  };
}

async function load(
  i18n: I18n,
  namespace: string,
  language: Language,
  catalogue: () => Promise<Catalogue>,
): Promise<void> {
  const texts = await catalogue();
  assertTexts(texts, namespace, language);
  addStrings(i18n, language, namespace, texts);
}

/** The part of a catalogue that a page shows: what travels with the server's HTML. */
function pickSections(catalogue: Catalogue, sections: readonly string[]): Catalogue {
  return Object.fromEntries(Object.entries(catalogue).filter(([section]) => sections.includes(section)));
}

/** Texts without some sections of a namespace. */
export const withoutSections = (strings: Strings, namespace: string, sections: readonly string[]): Strings => ({
  ...strings,
  [namespace]: Object.fromEntries(
    Object.entries(strings[namespace] ?? {}).filter(([section]) => !sections.includes(section)),
  ),
});

/** Without any text a page would show the names of its texts. */
function assertTexts(texts: Catalogue, namespace: string, language: Language): void {
  if (Object.keys(texts).length === 0) throw new Error(`SITE-TEXTS "${namespace}" has no texts in "${language}".`);
}

/** Collects what is loaded, reduced to the sections asked for, while a view is made on the server. */
export function collectingLoader(i18n: I18n): { load: LoadStrings; strings: Strings } {
  const strings: Record<string, Catalogue> = {};
  const load: LoadStrings = async ({ namespace, sections, catalogues }, language) => {
    const picked = pickSections(await catalogues[language](), sections);
    if (sections.length > 0) assertTexts(picked, namespace, language);
    strings[namespace] = { ...strings[namespace], ...picked };
    addStrings(i18n, language, namespace, picked);
  };
  return { load, strings };
}
