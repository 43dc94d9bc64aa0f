import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sampleNews } from '@site/api/news/sampleNews.ts';
import type { CallApi } from '@site/renderer/apiCalls.ts';
import type { Article, NewsItem } from '@site/shared/contract/news.ts';
import { publicLink, videoEmbed } from '@site/shared/contract/newsLinks.ts';
import { inEachLanguage, isLanguage } from '@site/shared/i18n/languages.ts';

/** An API that runs here. */
interface SampleApi {
  readonly origin: string;
  /** Answers without a connection: the process that asks may be too busy for one. */
  readonly call: CallApi;
  readonly stop: () => void;
}

/** A sample of the news. */
interface Sample {
  readonly slug: string;
  readonly title: string;
  readonly source: string;
  readonly publication_date: string;
  readonly link?: string;
  readonly type?: string;
  readonly url_video?: string;
}

/**
 * Starts an API for remotes in their own repository, which have neither the site's database nor, without `--site`, a site: it
 * serves the sample news, and accepts messages without storing them.
 */
export async function startSampleApi(): Promise<SampleApi> {
  const samples = inEachLanguage((language) => sampleNews(language) as readonly Sample[]);
  const answer = (method: string | undefined, path: string) => {
    const [, language, article] = /^\/api\/v1\/blog\/(\w+)(?:\/r\/([^/?]+))?(?:\?|$)/.exec(path) ?? [];
    const news = isLanguage(language) ? samples[language] : [];
    const found = news.find(({ slug }) => slug === article);
    if (method === 'POST' && path === '/api/v1/contact') return json(200, { success: true });
    if (isLanguage(language) && article === undefined) return json(200, { news: news.map(itemOf) });
    return found ? json(200, articleOf(found)) : json(404, { message: 'Not found' });
  };
  const server = createServer(({ method, url = '/' }, response) => {
    const { status, headers, body } = answer(method, url);
    response.writeHead(status, headers).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${port}`, call: async ({ method, path }) => answer(method, path), stop };
}

const itemOf = ({ slug, title, source, publication_date, type = 'article', url_video }: Sample): NewsItem => ({
  uid: slug,
  slug,
  title,
  source,
  publication_date,
  type,
  url_video: videoEmbed(url_video ?? null),
});

const articleOf = ({ link, title, type = 'article', url_video }: Sample): Article => ({
  link: publicLink(link ?? null),
  title,
  type,
  url_video: videoEmbed(url_video ?? null),
});

const json = (status: number, content: object) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(content),
});
