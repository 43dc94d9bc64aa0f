const anyOrigin = 'http://site';

/**
 * The path of the site that a page's action leads to, as it can stand in a header. Nothing comes of an address that would lead
 * elsewhere, or is written so that a browser might take it for one: `//elsewhere`, `/\elsewhere`, `https:`.
 */
export function sitePath(location: string): string | undefined {
  if (!/^\/[^\\\p{Cc}]*$/u.test(location)) return undefined;
  const url = URL.parse(location, anyOrigin);
  if (url?.origin !== anyOrigin) return undefined;
  // What is left of `/.//elsewhere` would lead there.
  return url.pathname.startsWith('//') ? undefined : url.pathname + url.search + url.hash;
}
