import type { AtomFeed } from 'feedsmith';
import type { Feed, FeedItem } from '../Feed.ts';
import { plainText } from '../plainText.ts';

/** Atom, and the channels of YouTube with their `yt:` elements. */
export function readAtom(feed: AtomFeed.Feed<string>): Feed {
  return {
    title: textOf(feed.title),
    home: alternateOf(feed.links) ?? feed.xml?.base,
    items: (feed.entries ?? []).map(readEntry),
  };
}

function readEntry(entry: AtomFeed.Entry<string>): FeedItem {
  const link = alternateOf(entry.links);
  return {
    id: entry.id,
    link: (link && entry.xml?.base && URL.parse(link, entry.xml.base)?.href) || link,
    title: textOf(entry.title),
    text: textOf(entry.summary ?? entry.content),
    date: entry.published ?? entry.updated,
    videoId: entry.yt?.videoId,
  };
}

/** A link without a relation is the entry's own page. */
function alternateOf(links: readonly AtomFeed.Link<string>[] = []): string | undefined {
  return links.find(({ rel = 'alternate' }) => rel === 'alternate')?.href;
}

/** Unlike in RSS, a text says whether it is HTML; without a type it is not. */
function textOf(text: AtomFeed.Content | undefined): string | undefined {
  return text?.value && /html/i.test(text.type ?? 'text') ? plainText(text.value) : text?.value;
}
