import { languageTag } from '@site/shared/contract/news.ts';
import { publicLink, videoEmbed } from '@site/shared/contract/newsLinks.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { limits } from '../../limits.ts';
import { defaultSource, newsLine } from '../input.ts';
import { dayOf } from './dates.ts';
import type { Feed, FeedItem } from './formats/feed.ts';

/** A feed's item as news, before it is compared with what is stored. */
export interface NewsDraft {
  /** Its position in the feed, from 1. */
  readonly position: number;
  /** What tells it from others, and stays the same even when its title or its text changes: its id or link. */
  readonly key: string;
  /** What tells it from items with the same key: feeds repeat ids and links. Its link, title and date. */
  readonly furtherKeys: readonly string[];
  readonly title: string;
  readonly source: string;
  /** `YYYY-MM-DD`, or else the feed's own text; undefined when it has no date. */
  readonly date: string | undefined;
  readonly link: string | null;
  readonly url_video: string | null;
  readonly article_language: string | undefined;
  readonly notes: readonly string[];
}

/** Turns each item into a draft. Long texts are shortened, and only http(s) links are kept. */
export function draftsOf(feed: Feed, language: Language): NewsDraft[] {
  const source = shorten(newsLine(feed.title ?? ''), limits.news.source) || defaultSource(feed.home, language);
  return feed.items.map((item, index) => {
    const link = publicLink(item.link ?? null);
    const title = titleOf(item);
    const date = dateOf(item);
    const video = item.videoId ? `https://www.youtube.com/watch?v=${item.videoId}` : link;
    return {
      position: index + 1,
      key: keyOf(item, feed),
      furtherKeys: [withoutScheme(link ?? ''), title, ...(item.hasVersions ? [] : [date ?? ''])],
      title,
      source,
      date,
      link,
      url_video: videoEmbed(video),
      article_language: languageTag(item.language ?? '') ?? languageTag(feed.language ?? ''),
      notes: link
        ? []
        : [`${item.link ? 'its link isn’t an http(s) address' : 'it has no link'}: visitors are sent to the home page`],
    };
  });
}

function titleOf({ title = '', text = '' }: FeedItem): string {
  const line = shorten(newsLine(title), limits.news.title);
  return line === '' ? shorten(newsLine(text), limits.news.standIn) : line;
}

/** The first date that can be read. */
function dateOf({ dates }: FeedItem): string | undefined {
  for (const date of dates) {
    const day = dayOf(date);
    if (day !== undefined) return day;
  }
  return dates[0];
}

function keyOf(item: FeedItem, { home }: Feed): string {
  const id = item.id ?? `${item.dates[0]} ${item.title ?? item.text}`;
  // `https:…`, `tag:…` and `urn:…` are globally unique; others, such as `42`, only within their site.
  return /^[a-z][a-z\d+.-]*:\S/i.test(id) ? withoutScheme(id) : `${home && URL.parse(home)?.host} ${id}`;
}

/** Makes the http and https URLs of a page equal: moving to https creates no new pages. */
export const withoutScheme = (url: string): string => url.replace(/^https?:/i, '');

/** Shortens a text to a maximum length, after a word and with an ellipsis. */
function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // Leave room for the ellipsis, and don't split a surrogate pair.
  const cut = text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '');
  const words = cut.replace(/\s+\S*$/, '');
  return `${words === '' ? cut : words}…`;
}
