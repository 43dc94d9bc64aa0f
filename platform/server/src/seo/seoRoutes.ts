import { isNotModified } from '@site/http/conditionalGet.ts';
import type { ReleaseSource } from '@site/releases/Release.ts';
import type { Rollouts } from '@site/rollouts/Rollouts.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { routesIn } from '@site/shared/routes/composeTable.ts';
import { feedPath, feedType, routesPath } from '@site/shared/routes/siteFiles.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiBackend } from '../api/ApiBackend.ts';
import type { OwnApis } from '../api/remotes/OwnApis.ts';
import { encodingOf } from '../pages/encodings.ts';
import { forOneVisitor, noStore, retryAfter, sharedCaching } from '../pages/headers.ts';
import { lastModified, remembered } from './lastModified.ts';
import { newsReader } from './newsReader.ts';
import { PreparedText, unlessChanged } from './PreparedText.ts';
import { entriesReader } from './pageEntries.ts';
import { sitemapPath, sitemapXml } from './sitemap.ts';

/** What these files are made from. */
export interface SeoParts {
  readonly releases: ReleaseSource;
  readonly rollouts: Pick<Rollouts, 'shownTo'>;
  readonly api: Pick<ApiBackend, 'call' | 'newsState'>;
  /** The remotes' own APIs, which list addresses of their pages. */
  readonly ownApis: Pick<OwnApis, 'call'>;
  /** The origin of absolute addresses. */
  readonly origin: () => string;
}

/** Serves robots.txt, the sitemap, the feeds, and the route table of each language. */
export function seoRoutes(server: FastifyInstance, { releases, rollouts, origin, api, ownApis }: SeoParts): void {
  const readNews = newsReader(api);
  const readEntries = entriesReader({
    call: (call) => ownApis.call(call, {}),
    logError: (text) => server.log.error(text),
  });
  const sitemapOf = unlessChanged<Promise<PreparedText>>();

  server.get('/robots.txt', async (request, reply) => sendText(request, reply, 'text/plain', robotsTxt(origin())));

  server.get(sitemapPath, async (request, reply) => {
    const live = releases.current();
    const [entries, news] = await Promise.all([
      readEntries(live.routes),
      Promise.all(languages.map((language) => readNews(language))),
    ]);
    // A date that was still to come counts a minute later at most.
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

    server.get(feedPath(language), async (request, reply) => {
      const news = await readNews(language);
      if (!news) {
        reply.headers({ ...noStore, ...retryAfter }).type('text/plain; charset=utf-8');
        return reply.code(503).send('SITE-FEED The news can’t be read just now. Please try again in a moment.');
      }
      const since = lastModified(releases, {})('blog', language);
      // Loaded on first use: the feed library has two hundred files, which would delay a start.
      const { atomFeed } = await import('./atomFeed.ts');
      return await sendText(
        request,
        reply,
        feedType,
        atomFeed({ language, routes: releases.current().routes, origin: origin(), news, since }),
      );
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

const sendText = async (request: FastifyRequest, reply: FastifyReply, type: string, text: string, caching?: Caching) =>
  await send(request, reply, type, new PreparedText(text), caching);

/** Sends a text in the best encoding that the client accepts, or 304 when the client has it. */
async function send(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  type: string,
  text: PreparedText,
  caching: Caching = { 'cache-control': sharedCaching },
): Promise<FastifyReply> {
  const encoding = encodingOf(headers['accept-encoding']);
  const { etag, body } = await text.in(encoding);
  reply.headers({ etag, vary: 'accept-encoding', ...caching });
  if (isNotModified(headers['if-none-match'], etag)) return reply.code(304).send();
  reply.type(`${type}; charset=utf-8`);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(body);
}

type Caching = Readonly<Record<string, string>>;
