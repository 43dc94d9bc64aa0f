import { sendJson } from '@site/node/conditionalGet.ts';
import type { Article, NewsItem, NewsList } from '@site/shared/contract/news.ts';
import { publicLink, videoEmbed } from '@site/shared/contract/newsLinks.ts';
import { isLanguage, type Language } from '@site/shared/i18n/languages.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Database, NewsRow } from '../database/schema.ts';
import { Problem } from '../errors/Problem.ts';
import { selectArticle, selectNews } from './queries.ts';

/** `GET /blog/:lang` and `GET /blog/:lang/r/:slug`. */
export function newsRoutes(api: FastifyInstance, database: Database): void {
  api.get<{ Params: { lang: string } }>('/blog/:lang', async (request, reply) => {
    const rows = await selectNews(database, parseLanguage(request.params.lang));
    const list: NewsList = { news: rows.map((row) => newsItemOf(row, request.log)) };
    return await sendJson(request, reply, list);
  });

  api.get<{ Params: { lang: string; slug: string } }>('/blog/:lang/r/:slug', async (request, reply) => {
    const row = await selectArticle(database, parseLanguage(request.params.lang), request.params.slug);
    if (!row) throw new Problem(404, 'not_found');
    return await sendJson(request, reply, articleOf(row, request.log));
  });
}

function parseLanguage(code: string): Language {
  if (!isLanguage(code)) throw new Problem(404, 'not_found');
  return code;
}

function newsItemOf(row: NewsRow, log: FastifyBaseLogger): NewsItem {
  const { uid, slug, title, source, publication_date, type } = row;
  return {
    uid,
    slug,
    title,
    source,
    publication_date,
    type,
    url_video: safeUrl(row, 'url_video', log),
    ...languageOf(row),
  };
}

function articleOf(row: NewsRow, log: FastifyBaseLogger): Article {
  const { title, type } = row;
  return {
    link: safeUrl(row, 'link', log),
    title,
    type,
    url_video: safeUrl(row, 'url_video', log),
    ...languageOf(row),
  };
}

const languageOf = ({ article_language: language }: NewsRow): Pick<Article, 'language'> =>
  language === null ? {} : { language };

/** A URL that visitors may be sent to, or null. The owner can store any URL. */
function safeUrl(row: NewsRow, field: 'link' | 'url_video', log: FastifyBaseLogger): string | null {
  const safe = field === 'link' ? publicLink(row.link) : videoEmbed(row.url_video);
  if (row[field] && !safe) log.warn({ uid: row.uid, field }, 'URL of a news item is not allowed: left out');
  return safe;
}
