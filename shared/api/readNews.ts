import type { Article, NewsItem } from '../contract/news.ts';
import { languageTag } from '../contract/news.ts';
import { publicLink, videoEmbed } from '../contract/newsLinks.ts';

/**
 * Validates an API's list of news. It may be anyone's API: items of the wrong shape are left out and logged, and invalid
 * addresses and dates count as absent.
 *
 * @returns undefined when the body isn't a list of news, or none of its items is one
 */
export function readNewsList(body: unknown): readonly NewsItem[] | undefined {
  const news = isRecord(body) ? body.news : undefined;
  if (!Array.isArray(news)) return undefined;
  const items = news.flatMap((item: unknown) => readItem(item) ?? []);
  if (items.length < news.length)
    console.error(`SITE-NEWS ${news.length - items.length} of ${news.length} news items have no uid, slug or title.`);
  return news.length > 0 && items.length === 0 ? undefined : items;
}

/**
 * Validates an API's article.
 *
 * @returns undefined when the body isn't an article
 */
export function readArticle(body: unknown): Article | undefined {
  const title = isRecord(body) && textOf(body.title);
  if (!title) return undefined;
  return {
    link: allowed('link', body.link, publicLink),
    title,
    type: textOf(body.type),
    url_video: allowed('url_video', body.url_video, videoEmbed),
    ...languageOf(body.language),
  };
}

function readItem(item: unknown): NewsItem | undefined {
  if (!isRecord(item)) return undefined;
  const [uid, slug, title] = [textOf(item.uid), textOf(item.slug), textOf(item.title)];
  if (!uid || !slug || !title) return undefined;
  return {
    uid,
    slug,
    title,
    source: textOf(item.source),
    publication_date: dateOf(item.publication_date),
    type: textOf(item.type),
    url_video: allowed('url_video', item.url_video, videoEmbed),
    ...languageOf(item.language),
  };
}

/** A text; some APIs use numbers as ids. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** The language of an article, when it has one. */
function languageOf(value: unknown): Pick<Article, 'language'> {
  const language = languageTag(textOf(value));
  return language === undefined ? {} : { language };
}

/** What HTML and schema.org take for a date, with or without a time. */
const htmlDate = /^(\d{4}-\d\d-\d\d)(?:[T ](?:[01]\d|2[0-3]):\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** The date, unchanged if a page can use it as it is; an empty string when it is invalid. */
function dateOf(value: unknown): string {
  const text = textOf(value);
  const date = new Date(text);
  const year = date.getUTCFullYear();
  if (Number.isNaN(year) || year < 1 || year > 9999) return '';
  const day = htmlDate.exec(text)?.[1];
  // Some engines take 30 February for a day in March.
  return day ? (isDay(day) ? text : '') : date.toISOString();
}

const isDay = (day: string): boolean => new Date(`${day}T00:00Z`).toISOString().startsWith(day);

function allowed(field: string, value: unknown, filter: (value: string | null) => string | null): string | null {
  const text = typeof value === 'string' ? value : null;
  const address = filter(text);
  if (text && !address) console.error(`SITE-NEWS An address in the field "${field}" is not allowed.`);
  return address;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
