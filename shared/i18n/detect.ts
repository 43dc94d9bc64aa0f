import { fallbackLanguage, isLanguage, type Language, languageStorageKey } from './languages.ts';

/**
 * The site language that fits a visitor's preferences best. Each preference fits at most one language, so the order of the
 * site's languages makes no difference.
 *
 * @param preferred language tags, most wanted first, such as `navigator.languages` (`['fr-CA', 'en']`)
 */
export function detectLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const code = tag.toLowerCase().split('-')[0];
    if (isLanguage(code)) return code;
  }
  return fallbackLanguage;
}

/** The language of a path: its first segment, when that is a language code. */
export function languageOfPath(path: string): Language | undefined {
  const code = path.split('/', 2)[1];
  return path.startsWith('/') && isLanguage(code) ? code : undefined;
}

/** The language stored in the visitor's browser; undefined when there is none or storage is blocked. */
export function storedLanguage(): Language | undefined {
  try {
    const code = window.localStorage.getItem(languageStorageKey);
    return isLanguage(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the visitor's language in the browser, where storage isn't blocked. */
export function storeLanguage(language: Language): void {
  try {
    window.localStorage.setItem(languageStorageKey, language);
  } catch {
    // Every address still contains the language.
  }
}
