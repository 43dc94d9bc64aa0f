import type { ReleaseSource } from '@site/releases/Release.ts';
import type { Rollouts } from '@site/rollouts/Rollouts.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { routesIn } from '@site/shared/routes/composeTable.ts';
import { routesPath } from '@site/shared/routes/siteFiles.ts';
import type { FastifyInstance } from 'fastify';
import type { OfferedCalls } from '../api/OfferedCalls.ts';
import type { OpenMeans } from '../means.ts';
import { forOneVisitor } from '../pages/headers.ts';
import { lastModified, remembered } from './lastModified.ts';
import type { ReadNews } from './newsReader.ts';
import { PreparedText, unlessChanged } from './PreparedText.ts';
import { send, sendText } from './sendText.ts';
import { sitemapPath, sitemapXml } from './sitemap.ts';

/** What these files are made from. */
export interface SeoParts {
  readonly releases: ReleaseSource;
  readonly rollouts: Pick<Rollouts, 'shownTo'>;
  readonly calls: Pick<OfferedCalls, 'has'>;
  readonly readNews: ReadNews;
  readonly means: Pick<OpenMeans, 'entries'>;
  /** The origin of absolute addresses. */
  readonly origin: () => string;
}

/** Serves robots.txt, the sitemap, and the route table of each language. */
export async function seoRoutes(
  server: FastifyInstance,
  { releases, rollouts, origin, calls, readNews, means }: SeoParts,
): Promise<void> {
  const sitemapOf = unlessChanged<Promise<PreparedText>>();

  server.get('/robots.txt', async (request, reply) => sendText(request, reply, 'text/plain', robotsTxt(origin())));

  server.get(sitemapPath, async (request, reply) => {
    const live = releases.current();
    const [entries, news] = await Promise.all([
      means.entries(live.routes),
      Promise.all(calls.has('listNews') ? languages.map((language) => readNews(language)) : []),
    ]);
    // A future date counts within a minute of its arrival.
    const minute = Math.floor(Date.now() / 60_000);
    const text = await sitemapOf([live, origin(), minute, ...entries, ...news], async () => {
      const dates = remembered(
        lastModified(releases, Object.fromEntries(languages.map((language, at) => [language, news[at]]))),
      );
      const parts = { origin: origin(), routes: live.routes, entries: entries.flat(), lastModified: dates };
      return new PreparedText(await sitemapXml(parts));
    });
    return await send(request, reply, 'application/xml', text);
  });

  for (const language of languages) {
    // Open tabs ask for it after a navigation.
    server.get(routesPath(language), async (request, reply) => {
      const { titles: _, ...routes } = routesIn(language, rollouts.shownTo(request.ip).routes);
      const caching = releases.current().candidates.size > 0 ? forOneVisitor : undefined;
      return await sendText(request, reply, 'application/json', JSON.stringify(routes), caching);
    });
  }
}

/** Queries of previews for colleagues (`pages/previewMode.ts`), anywhere in the query. */
const previewQueries = ['preview=', 'boundaries'].flatMap((query) => [`/*?${query}`, `/*&${query}`]);

/** Tells crawlers what not to crawl, and where the sitemap is: https://www.rfc-editor.org/rfc/rfc9309 */
function robotsTxt(origin: string): string {
  const excluded = ['/api/', ...previewQueries].map((path) => `Disallow: ${path}`);
  return `${['User-agent: *', ...excluded, '', `Sitemap: ${origin}${sitemapPath}`].join('\n')}\n`;
}
