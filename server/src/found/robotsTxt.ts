import { sitemapPath } from './sitemapPath.ts';

/** Queries that show a page to colleagues (`pages/pageMode.ts`), wherever in the query they stand. */
const colleaguesQueries = ['preview=', 'boundaries'].flatMap((query) => [`/*?${query}`, `/*&${query}`]);

/** What crawlers leave alone, and where they find everything else: https://www.rfc-editor.org/rfc/rfc9309 */
export function robotsTxt(origin: string): string {
  const excluded = ['/api/', ...colleaguesQueries].map((path) => `Disallow: ${path}`);
  return `${['User-agent: *', ...excluded, '', `Sitemap: ${origin}${sitemapPath}`].join('\n')}\n`;
}
