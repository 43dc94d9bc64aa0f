import { publicLink, videoEmbed } from '@site/shared/contract/newsLinks.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { limits } from '../../limits.ts';
import { newsLine } from '../newsLine.ts';
import { shorten } from '../shorten.ts';
import { sourceName } from '../sourceName.ts';
import { dayOf } from './dayOf.ts';
import type { Feed, FeedItem } from './Feed.ts';
import { feedUidOf } from './identity.ts';

/** An item of a feed on its way to become news: what it says, before it is compared with what is stored. */
export interface Draft {
  /** Where it stands in the feed, from 1. */
  readonly position: number;
  readonly uid: string;
  readonly title: string;
  readonly source: string;
  /** `YYYY-MM-DD`, or what the feed has in its place; undefined when it has nothing. */
  readonly day: string | undefined;
  readonly link: string | null;
  readonly url_video: string | null;
  readonly notes: readonly string[];
}

/** Makes a draft of each item. What is too long is shortened, and only http(s) links are taken. */
export function draftsOf(feed: Feed, language: Language): Draft[] {
  const source = shorten(newsLine(feed.title ?? ''), limits.news.source) || sourceName(feed.home, language);
  return feed.items.map((item, index) => {
    const link = linkOf(item, feed.home);
    const watched = item.videoId ? `https://www.youtube.com/watch?v=${item.videoId}` : link;
    return {
      position: index + 1,
      uid: feedUidOf(item, feed, language),
      title: titleOf(item),
      source,
      day: item.date === undefined ? undefined : (dayOf(item.date) ?? item.date),
      link,
      url_video: videoEmbed(watched),
      notes: link
        ? []
        : [`${item.link ? 'its link is no http(s) address' : 'it has no link'}: visitors are sent to the home page`],
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
