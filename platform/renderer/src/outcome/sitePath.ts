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
