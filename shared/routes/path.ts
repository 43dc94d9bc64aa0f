import type { Language } from '../i18n/languages.ts';
import { type PageName, type PageRoute, pages } from './table.ts';

/** Values of the parameters in a path, such as `{ slug: 'hello' }`. */
export type PathParams = Readonly<Record<string, string>>;

/**
 * The address of a page in a language, such as `/fr/prix`.
 *
 * @throws {Error} when the page needs a parameter that isn't given: a mistake in the calling code
 */
export function pathOf(page: PageName, language: Language, params: PathParams = {}): string {
  const route: PageRoute = pages[page];
  const path = route.paths[language].replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The address of page "${page}" needs the parameter "${name}".`);
    return encodeURIComponent(value);
  });
  return path === '' ? `/${language}` : `/${language}/${path}`;
}
