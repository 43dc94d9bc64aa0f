import { escapeHtml } from '@site/shared/html.ts';
import { fallbackLanguage, languages } from '@site/shared/i18n/languages.ts';
import type { SiteRoutes } from '@site/shared/routes/composeTable.ts';
import { pathOfRoute } from '@site/shared/routes/path.ts';
import { homeRoute, versionsOf } from '@site/shared/routes/siteFiles.ts';
import { isIn, type PageRoute } from '@site/shared/routes/table.ts';
import type { LastModified } from './lastModified.ts';

/**
 * The sitemap: every indexed page in all its languages. https://www.sitemaps.org/protocol.html
 *
 * @param routes of the live remotes
 */
export function sitemapXml(origin: string, { pages }: SiteRoutes, lastModified: LastModified): string {
  const listed = Object.entries(pages).filter(([, page]) => page.isListed);
  const chooser = { path: '/', page: homeRoute, changed: lastModified('home', fallbackLanguage) };
  const versions = listed.flatMap(([name, page]) =>
    languages
      .filter((language) => isIn(page, language))
      .map((language) => ({ path: pathOfRoute(page, language), page, changed: lastModified(name, language) })),
  );
  const urls = [chooser, ...versions].map(({ path, page, changed }) => urlOf(origin, path, page, changed));
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`;
}

function urlOf(origin: string, path: string, page: Pick<PageRoute, 'paths'>, changed: Date | undefined): string {
  const versions = versionsOf(page).map(
    (version) =>
      `<xhtml:link rel="alternate" hreflang="${version.hreflang}" href="${escapeHtml(origin + version.path)}"/>`,
  );
  const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : '';
  return `<url><loc>${escapeHtml(origin + path)}</loc>${lastmod}${versions.join('')}</url>`;
}

/** Where the sitemap is, as robots.txt says. */
export const sitemapPath = '/sitemap.xml';
