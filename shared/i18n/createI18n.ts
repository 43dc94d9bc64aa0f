import { createInstance, type i18n as I18n } from 'i18next';
import type { Catalogue } from '../contract/page.ts';
import type { Language } from './languages.ts';

/** Texts by namespace. */
export type Strings = Readonly<Record<string, Catalogue>>;

/** What makes an i18n instance. */
export interface I18nOptions {
  readonly language: Language;
  readonly strings: Strings;
  /** Values that every text may use, such as `{{product}}`. */
  readonly facts: Readonly<Record<string, string>>;
  /** Told of each text that is asked for and isn't there, and of each value that a text names and nobody gives. */
  readonly onMissing?: (key: string) => void;
}

/**
 * Makes an i18n instance: one for the whole site in a browser, one for each render on the server.
 * The active language is the fallback language too, and texts are plain (React escapes them).
 */
export function createI18n({ language, strings, facts, onMissing }: I18nOptions): I18n {
  const instance = createInstance();
  void instance.init({
    lng: language,
    fallbackLng: language,
    resources: { [language]: strings },
    ns: Object.keys(strings),
    returnEmptyString: true,
    initAsync: false,
    interpolation: { escapeValue: false, defaultVariables: facts },
    react: { useSuspense: false },
    ...(onMissing && {
      saveMissing: true,
      missingKeyHandler: (_languages: readonly string[], namespace: string, key: string) =>
        onMissing(`${namespace}:${key}`),
      missingInterpolationHandler: (text: string, [value]: readonly string[]) => onMissing(`${value} of “${text}”`),
    }),
  });
  return instance;
}

/** Makes a language the active one and the fallback. Its texts must have been added before. */
export function activateLanguage(i18n: I18n, language: Language): void {
  i18n.options.fallbackLng = [language];
  if (i18n.language !== language) void i18n.changeLanguage(language);
}

/** Adds texts of a namespace to what is known of it. */
export function addStrings(i18n: I18n, language: Language, namespace: string, catalogue: Catalogue): void {
  i18n.addResourceBundle(language, namespace, catalogue, true, true);
}
