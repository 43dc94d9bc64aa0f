import { createInstance, type i18n as I18n } from 'i18next';
import type { Catalogue } from '../contract/page.ts';
import type { Language } from './languages.ts';
import { i18nVariables } from './variables.ts';

/** Messages by namespace. */
export type Messages = Readonly<Record<string, Catalogue>>;

interface I18nOptions {
  readonly language: Language;
  readonly messages: Messages;
  /** Called for each missing message, and for each variable of a message that has no value. */
  readonly onMissing?: (key: string) => void;
}

/**
 * Creates an i18n instance: one for the whole site in a browser, one for each render on the server.
 * The active language is also the fallback language. Messages are plain text: React escapes them.
 */
export function createI18n({ language, messages, onMissing }: I18nOptions): I18n {
  const instance = createInstance();
  void instance.init({
    lng: language,
    fallbackLng: language,
    resources: { [language]: messages },
    ns: Object.keys(messages),
    returnEmptyString: true,
    initAsync: false,
    interpolation: { escapeValue: false, defaultVariables: i18nVariables },
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

/** Makes a language the active one and the fallback. Add its messages first. */
export function activateLanguage(i18n: I18n, language: Language): void {
  i18n.options.fallbackLng = [language];
  if (i18n.language !== language) void i18n.changeLanguage(language);
}

/** Adds messages to a namespace. */
export function addMessages(i18n: I18n, language: Language, namespace: string, catalogue: Catalogue): void {
  i18n.addResourceBundle(language, namespace, catalogue, true, true);
}
