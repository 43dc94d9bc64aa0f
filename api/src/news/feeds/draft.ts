import { languageTag } from '@site/shared/contract/news.ts';
import { publicLink, videoEmbed } from '@site/shared/contract/newsLinks.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { limits } from '../../limits.ts';
import { defaultSource, newsLine } from '../input.ts';
import type { Feed, FeedItem } from './formats.ts';
import { feedUid, type Origin } from './origin.ts';

/** A feed's item as news, before it is compared with what is stored. */
export interface Draft {
  /** Its position in the feed, from 1. */
  readonly position: number;
  readonly uid: string;
  /** Its uid in versions of this program that didn't tell feeds apart. */
  readonly earlierUid: string;
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
export function draftsOf(feed: Feed, language: Language, origin: Origin): Draft[] {
  const source = shorten(newsLine(feed.title ?? ''), limits.news.source) || defaultSource(feed.home, language);
  return feed.items.map((item, index) => {
    const link = linkOf(item, feed.home);
    const key = keyOf(item, feed);
    const video = item.videoId ? `https://www.youtube.com/watch?v=${item.videoId}` : link;
    return {
      position: index + 1,
      uid: feedUid(language, key, origin),
      earlierUid: feedUid(language, key),
      title: titleOf(item),
      source,
      date: item.date === undefined ? undefined : (dateOf(item.date) ?? item.date),
      link,
      url_video: videoEmbed(video),
      article_language: languageTag(item.language ?? feed.language ?? ''),
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

function linkOf({ link }: FeedItem, home: string | undefined): string | null {
  if (!link) return null;
  const isRelative = !/^[a-z][a-z\d+.-]*:/i.test(link);
  return publicLink((isRelative && URL.parse(link, home)?.href) || link);
}

/** What tells an item from others, and stays the same even when its title or its text changes. */
function keyOf(item: FeedItem, { home }: Feed): string {
  const id = item.id ?? item.link ?? `${item.date} ${item.title ?? item.text}`;
  // `https:…`, `tag:…` and `urn:…` are globally unique; others, such as `42`, only within their site.
  return /^[a-z][a-z\d+.-]*:\S/i.test(id) ? withoutScheme(id) : `${home && URL.parse(home)?.host} ${id}`;
}

/** Makes the http and https URLs of a page equal: moving to https creates no new pages. */
export const withoutScheme = (url: string): string => url.replace(/^https?:/i, '');

const isoDate = /^(\d{4}-\d\d-\d\d)(?:[Tt ]|$)/;
/** RFC 822, as RSS uses it: `Sat, 07 Sep 2026 23:30:00 -0500`. */
const mailDate = /^(?:[a-z]+,?\s+)?(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{4}|\d\d)(?:\s|$)/i;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The date of a timestamp in a feed, `YYYY-MM-DD`, in the publisher's time zone. Undefined for an unknown format. */
function dateOf(timestamp: string): string | undefined {
  const iso = isoDate.exec(timestamp)?.[1];
  if (iso) return iso;
  const [, day = '', month = '', year = ''] = mailDate.exec(timestamp) ?? [];
  const number = months.indexOf(month.toLowerCase()) + 1;
  if (number === 0) return undefined;
  return `${year.padStart(4, '20')}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Shortens a text to a maximum length, after a word and with an ellipsis. */
function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // Leave room for the ellipsis, and don't split a surrogate pair.
  const cut = text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '');
  const words = cut.replace(/\s+\S*$/, '');
  return `${words === '' ? cut : words}…`;
}
