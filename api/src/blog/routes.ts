import { sendJson } from '@site/http/conditionalGet.ts';
import type { NewsList } from '@site/shared/contract/news.ts';
import { isLanguage, type Language } from '@site/shared/i18n/languages.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/schema.ts';
import { Problem } from '../errors/Problem.ts';
import { selectArticle, selectNews } from '../news/queries.ts';
import { articleOf, newsItemOf } from './view.ts';

/** `GET /blog/:lang` and `GET /blog/:lang/r/:slug`. */
export function blogRoutes(api: FastifyInstance, database: Database): void {
  api.get<{ Params: { lang: string } }>('/blog/:lang', async (request, reply) => {
    const rows = await selectNews(database, knownLanguage(request.params.lang));
    const list: NewsList = { news: rows.map((row) => newsItemOf(row, request.log)) };
    return await sendJson(request, reply, list);
  });

  api.get<{ Params: { lang: string; slug: string } }>('/blog/:lang/r/:slug', async (request, reply) => {
    const row = await selectArticle(database, knownLanguage(request.params.lang), request.params.slug);
    if (!row) throw new Problem(404, 'not_found');
    return await sendJson(request, reply, articleOf(row, request.log));
  });
}

function knownLanguage(code: string): Language {
  if (!isLanguage(code)) throw new Problem(404, 'not_found');
  return code;
}
