import { escapeHtml } from '@site/shared/format/escapeHtml.ts';
import { fallbackLanguage, languages } from '@site/shared/i18n/languages.ts';
import { pathOf } from '@site/shared/routes/path.ts';
import { type PageName, pageNames, pages } from '@site/shared/routes/table.ts';
import { versionsOf } from '@site/shared/routes/versions.ts';
import type { LastModified } from './lastModified.ts';

/** Not for search engines: articles redirect to other sites, and the company's page is empty. */
const unlisted: readonly PageName[] = ['article', 'company'];

/**
 * The sitemap: every indexed page in all its languages. https://www.sitemaps.org/protocol.html
 *
 * @param remotes the live ones: pages of others are 404 pages
 */
export function sitemapXml(origin: string, remotes: ReadonlyMap<string, unknown>, lastModified: LastModified): string {
  const listed = pageNames.filter((page) => !unlisted.includes(page) && remotes.has(pages[page].remote));
  const chooser = { path: '/', page: 'home', changed: lastModified('home', fallbackLanguage) } as const;
  const versions = listed.flatMap((page) =>
    languages.map((language) => ({ path: pathOf(page, language), page, changed: lastModified(page, language) })),
  );
  const urls = [chooser, ...versions].map(({ path, page, changed }) => urlOf(origin, path, page, changed));
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`;
}

function urlOf(origin: string, path: string, page: PageName, changed: Date | undefined): string {
  const versions = versionsOf(page).map(
    (version) =>
      `<xhtml:link rel="alternate" hreflang="${version.hreflang}" href="${escapeHtml(origin + version.path)}"/>`,
  );
  const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : '';
  return `<url><loc>${escapeHtml(origin + path)}</loc>${lastmod}${versions.join('')}</url>`;
}

/** Where the sitemap is, as robots.txt says. */
export const sitemapPath = '/sitemap.xml';
