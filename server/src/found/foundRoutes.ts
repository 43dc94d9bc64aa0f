import { languages } from '@site/shared/i18n/languages.ts';
import { feedPath, feedType } from '@site/shared/routes/siteFiles.ts';
import type { FastifyInstance } from 'fastify';
import type { SiteParts } from '../SiteParts.ts';
import { atomFeed } from './atomFeed.ts';
import { lastModified } from './lastModified.ts';
import { newsReader } from './newsReader.ts';
import { robotsTxt } from './robotsTxt.ts';
import { sendText } from './sendText.ts';
import { sitemapPath } from './sitemapPath.ts';
import { sitemapXml } from './sitemapXml.ts';

const retrySeconds = 5;

/** Serves the files by which search engines and feed readers find the site. */
export function foundRoutes(server: FastifyInstance, parts: SiteParts): void {
  const { releases, origin } = parts;
  const readNews = newsReader(parts.api);

  server.get('/robots.txt', async (request, reply) =>
    sendText(request, reply, { type: 'text/plain', text: robotsTxt(origin()) }),
  );

  server.get(sitemapPath, async (request, reply) => {
    const news = await Promise.all(languages.map((language) => readNews(language)));
    const dates = lastModified(releases, Object.fromEntries(languages.map((language, at) => [language, news[at]])));
    const text = sitemapXml(origin(), releases.current().remotes, dates);
    return sendText(request, reply, { type: 'application/xml', text });
  });

  for (const language of languages) {
    server.get(feedPath(language), async (request, reply) => {
      const news = await readNews(language);
      if (!news) {
        reply.header('retry-after', retrySeconds).header('cache-control', 'no-store').type('text/plain; charset=utf-8');
        return reply.code(503).send('SITE-FEED The news can’t be read just now. Please try again in a moment.');
      }
      const since = lastModified(releases, {})('blog', language);
      const text = atomFeed({ language, origin: origin(), news, since });
      return sendText(request, reply, { type: feedType, text });
    });
  }
}
