import { isLanguage, type Language, languageStorageKey } from './languages.ts';

/** The language that the visitor's browser remembers. Storage may be switched off: then there is none. */
export function storedLanguage(): Language | undefined {
  try {
    const code = window.localStorage.getItem(languageStorageKey);
    return isLanguage(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Makes the visitor's browser remember a language, where it can. */
export function storeLanguage(language: Language): void {
  try {
    window.localStorage.setItem(languageStorageKey, language);
  } catch {
    // Storage is switched off: the language still stands in every address.
  }
}
