import type { RdfFeed } from 'feedsmith';
import type { Feed, FeedItem } from '../Feed.ts';
import { plainText } from '../plainText.ts';

/** RSS 1.0, which is RDF. */
export function readRdf(feed: RdfFeed.Feed<string>): Feed {
  return {
    title: feed.title && plainText(feed.title),
    home: feed.link,
    items: (feed.items ?? []).map(readItem),
  };
}

function readItem(item: RdfFeed.Item<string>): FeedItem {
  const html = item.content?.encoded ?? item.description;
  return {
    id: item.rdf?.about,
    link: item.link,
    title: item.title && plainText(item.title),
    text: html && plainText(html),
    date: item.dc?.dates?.[0],
  };
}
