import type { RssFeed } from 'feedsmith';
import type { Feed, FeedItem } from '../Feed.ts';
import { idAsLink } from '../idAsLink.ts';
import { plainText } from '../plainText.ts';

/** RSS 0.9x and 2.0. Publishers write HTML into every text of it. */
export function readRss(feed: RssFeed.Feed<string>): Feed {
  return {
    title: feed.title && plainText(feed.title),
    home: feed.link,
    items: (feed.items ?? []).map(readItem),
  };
}

function readItem(item: RssFeed.Item<string>): FeedItem {
  const html = item.content?.encoded ?? item.description;
  return {
    id: item.guid?.value,
    link: item.link ?? (item.guid?.isPermaLink === false ? undefined : idAsLink(item.guid?.value)),
    title: item.title && plainText(item.title),
    text: html && plainText(html),
    date: item.pubDate ?? item.dc?.dates?.[0],
  };
}
