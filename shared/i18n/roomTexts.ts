import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { platformLanguage } from './knownLanguages.ts';
import { fallbackLanguage, type Language } from './languages.ts';

/** The words of an optional room. */
export interface RoomTexts<Texts> {
  readonly texts: Texts;
  /** The code of the language that they are in. */
  readonly code: string;
  /** The language of dates and numbers beside them. */
  readonly language: Language;
}

/**
 * The words of an optional room in a language, or else in the site's fallback language. A room has its own catalogues, and no more
 * than those: on a site with none of their languages, the words are English.
 *
 * @param folder the room's `locales/`
 */
export function roomTexts<Texts>(folder: string, wanted: Language): RoomTexts<Texts> {
  const fileOf = (code: string): string => join(folder, `${code}.json`);
  const language = existsSync(fileOf(wanted)) ? wanted : fallbackLanguage;
  const code = existsSync(fileOf(language)) ? language : platformLanguage;
  return { language, code, texts: JSON.parse(readFileSync(fileOf(code), 'utf8')) as Texts };
}
