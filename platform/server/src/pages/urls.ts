import { detectLanguage, languageOfPath, parseAcceptLanguage } from '@site/shared/i18n/detect.ts';
import type { Language } from '@site/shared/i18n/languages.ts';

const absoluteForm = /^https?:\/\/[^/?#]*/i;

/**
 * The path of a request for routing. A server must accept absolute addresses (RFC 9112, 3.2.2). An address that can't be
 * decoded gets every `%` escaped: it leads to the 404 page.
 */
export function routableUrl(url = '/'): string {
  const path = absoluteForm.test(url) ? url.replace(absoluteForm, '').replace(/^(?!\/)/, '/') : url;
  try {
    decodeURI(path);
    return path;
  } catch {
    return path.replaceAll('%', '%25');
  }
}

const anyOrigin = 'http://site';

/**
 * A path of this site that a page leads to, as browsers read it. Undefined for addresses of other sites, and for those that
 * browsers might take for one: `//elsewhere`, `/\elsewhere`, `https:`.
 */
export function sitePath(location: string): string | undefined {
  if (!/^\/[^\\\p{Cc}]*$/u.test(location)) return undefined;
  const url = URL.parse(location, anyOrigin);
  if (url?.origin !== anyOrigin) return undefined;
  // `/.//elsewhere` normalizes to another site.
  return url.pathname.startsWith('//') ? undefined : url.pathname + url.search + url.hash;
}

/** The language of the path, or else the one that the browser prefers. */
export const languageOf = (path: string, acceptLanguage: string | undefined): Language =>
  languageOfPath(path) ?? detectLanguage(parseAcceptLanguage(acceptLanguage));
