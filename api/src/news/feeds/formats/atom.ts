import type { AtomFeed } from 'feedsmith';
import { plainText } from '../plainText.ts';
import { rssTitle } from '../rssText.ts';
import { existing, type Feed, type FeedItem, firstText } from './feed.ts';

/** Atom, and YouTube channels with their `yt:` elements. */
export function fromAtom({ title, links, xml, dc, entries = [] }: AtomFeed.Feed<string>): Feed {
  return {
    title: atomText(title) ?? firstText(dc?.titles ?? [], rssTitle),
    language: xml?.lang,
    home: alternateOf(links) ?? xml?.base,
    base: xml?.base,
    self: selfOf(links),
    items: entries.map(fromEntry),
  };
}

function fromEntry(entry: AtomFeed.Entry<string>): FeedItem {
  const { title, dc, dcterms, xml } = entry;
  const { issued = [], modified = [] } = dcterms ?? {};
  return {
    id: entry.id,
    link: alternateOf(entry.links),
    base: xml?.base,
    title: atomText(title) ?? firstText(dc?.titles ?? [], rssTitle),
    text: atomText(entry.summary) ?? atomText(entry.content),
    dates: existing([entry.published, ...issued, ...(dc?.dates ?? []), entry.updated, ...modified]),
    hasVersions: true,
    language: title?.xml?.lang ?? xml?.lang,
    videoId: entry.yt?.videoId,
  };
}

type Links = readonly AtomFeed.Link<string>[];

/** A link without a relation is an alternate one: the page of the feed or entry. */
export const alternateOf = (links: Links = []): string | undefined =>
  links.find(({ rel = 'alternate' }) => rel === 'alternate')?.href;

/** The feed's own address. */
export const selfOf = (links: Links = []): string | undefined => links.find(({ rel }) => rel === 'self')?.href;

/** Unlike in RSS, a text is HTML only when its type says so. */
export function atomText(text: AtomFeed.Content | undefined): string | undefined {
  if (!text?.value) return undefined;
  return firstText([text.value], /html/i.test(text.type ?? 'text') ? plainText : String);
}
