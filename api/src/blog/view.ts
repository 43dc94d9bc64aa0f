import type { Article, NewsItem } from '@site/shared/contract/news.ts';
import { publicLink, videoEmbed } from '@site/shared/contract/newsLinks.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { NewsRow } from '../database/schema.ts';

/** A stored item as the blog list sends it. */
export function newsItemOf(row: NewsRow, log: FastifyBaseLogger): NewsItem {
  const { uid, slug, title, source, publication_date, type } = row;
  return { uid, slug, title, source, publication_date, type, url_video: safe(row, 'url_video', videoEmbed, log) };
}

/** A stored item as the redirect page gets it. */
export function articleOf(row: NewsRow, log: FastifyBaseLogger): Article {
  const { title, type } = row;
  return { link: safe(row, 'link', publicLink, log), title, type, url_video: safe(row, 'url_video', videoEmbed, log) };
}

function safe(
  row: NewsRow,
  field: 'link' | 'url_video',
  filter: (value: string | null) => string | null,
  log: FastifyBaseLogger,
): string | null {
  const allowed = filter(row[field]);
  if (row[field] && !allowed)
    log.warn({ uid: row.uid, field }, 'address of a news item is not allowed: treated as absent');
  return allowed;
}
