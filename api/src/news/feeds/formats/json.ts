import type { JsonFeed } from 'feedsmith';
import type { Feed, FeedItem } from '../Feed.ts';
import { idAsLink } from '../idAsLink.ts';
import { plainText } from '../plainText.ts';

/** JSON Feed. Its titles and summaries are plain text. */
export function readJson(feed: JsonFeed.Feed<string>): Feed {
  return { title: feed.title, home: feed.home_page_url, items: (feed.items ?? []).map(readItem) };
}

function readItem(item: JsonFeed.Item<string>): FeedItem {
  return {
    id: item.id,
    link: item.url ?? item.external_url ?? idAsLink(item.id),
    title: item.title,
    text: item.summary ?? item.content_text ?? (item.content_html && plainText(item.content_html)),
    date: item.date_published ?? item.date_modified,
  };
}
