import { setImmediate as immediate } from 'node:timers/promises';
import { escapeHtml } from '@site/shared/html.ts';
import { fallbackLanguage, type Language, languages } from '@site/shared/i18n/languages.ts';
import type { SiteRoutes } from '@site/shared/routes/composeTable.ts';
import { pathOfRoute } from '@site/shared/routes/path.ts';
import { versionsOf } from '@site/shared/routes/siteFiles.ts';
import { isIn, type PageRoute } from '@site/shared/routes/table.ts';
import { serverLimits } from '../limits.ts';
import { type LastModified, latest } from './lastModified.ts';

/** An address of a page with parameters, in some of the page's languages. */
interface SitemapEntry extends Pick<PageRoute, 'paths'> {
  /** What it is an address of. */
  readonly page: string;
  /** When it changed, as far as that is known. */
  readonly changed: Date | undefined;
}

/** What the sitemap is made of. */
export interface SitemapParts {
  readonly origin: string;
  /** The pages of the live remotes. */
  readonly routes: SiteRoutes;
  /** The addresses of pages with parameters that remotes list. */
  readonly entries: readonly SitemapEntry[];
  readonly lastModified: LastModified;
}

/**
 * The sitemap: every indexed page in all its languages, as far as search engines read. It yields now and then, so that other
 * requests needn't wait. https://www.sitemaps.org/protocol.html
 */
export async function sitemapXml({ origin, routes, entries, lastModified }: SitemapParts): Promise<string> {
  const pages = Object.entries(routes.pages).filter(([, { isListed }]) => isListed);
  const home = Object.values(routes.pages).find(({ paths }) => languages.some((language) => paths[language] === ''));
  // Without a home page, `/` leads to the 404 page.
  const chooser = home ? [urlOf(origin, '/', lastModified('home', fallbackLanguage), alternatesOf(origin, home))] : [];
  const listed = pages.flatMap(([name, page]) => urlsOf(origin, page, (language) => lastModified(name, language)));
  const urls = [...chooser, ...listed];
  const { addresses, characters, atOnce } = serverLimits.sitemap;
  let length = 0;
  for (const [index, { page, paths, changed }] of entries.entries()) {
    if (index % atOnce === atOnce - 1) await immediate();
    const dates = changed && changed <= new Date() ? [changed] : [];
    const own = urlsOf(origin, { paths }, (language) => latest([lastModified(page, language) ?? [], dates].flat()));
    length += own.reduce((sum, url) => sum + url.length, 0);
    if (urls.length + own.length > addresses || length > characters) break;
    urls.push(...own);
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`;
}

/** A page in all its languages. */
function urlsOf(
  origin: string,
  page: Pick<PageRoute, 'paths'>,
  changed: (language: Language) => Date | undefined,
): readonly string[] {
  const alternates = alternatesOf(origin, page);
  return languages
    .filter((language) => isIn(page, language))
    .map((language) => urlOf(origin, pathOfRoute(page, language), changed(language), alternates));
}

const alternatesOf = (origin: string, page: Pick<PageRoute, 'paths'>): string =>
  versionsOf(page)
    .map(
      ({ hreflang, path }) =>
        `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(origin + path)}"/>`,
    )
    .join('');

function urlOf(origin: string, path: string, changed: Date | undefined, alternates: string): string {
  const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : '';
  return `<url><loc>${escapeHtml(origin + path)}</loc>${lastmod}${alternates}</url>`;
}

/** Where the sitemap is, as robots.txt says. */
export const sitemapPath = '/sitemap.xml';
