import { acceptedIn } from '@site/node/preferences.ts';
import { detectLanguage, languageOfPath } from '@site/shared/i18n/detect.ts';
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

/** The language of the path, or else the one that the browser prefers. */
export const languageOf = (path: string, acceptLanguage: string | undefined): Language =>
  languageOfPath(path) ?? detectLanguage(acceptedIn(acceptLanguage));
