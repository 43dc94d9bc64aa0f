import type { AtomFeed, JsonFeed, RdfFeed, RssFeed } from 'feedsmith';
import { plainText } from './plainText.ts';

/** A feed of any format. Its texts are plain text already. */
export interface Feed {
  readonly title: string | undefined;
  /** The language that the feed declares. May be any text. */
  readonly language: string | undefined;
  /** The URL of the site that the feed belongs to. */
  readonly home: string | undefined;
  readonly items: readonly FeedItem[];
}

/** An item of a feed. Anything may be missing or wrong. */
export interface FeedItem {
  /** The publisher's id of the item. */
  readonly id: string | undefined;
  /** As in the feed: it may be relative, or hostile. */
  readonly link: string | undefined;
  readonly title: string | undefined;
  /** Its content or summary, to be used in place of a missing title. */
  readonly text: string | undefined;
  /** As in the feed. */
  readonly date: string | undefined;
  /** The language that the item declares, if it isn't the feed's. */
  readonly language?: string | undefined;
  /** The YouTube video that the item is about. */
  readonly videoId?: string | undefined;
}

/** RSS 0.9x and 2.0. Any text may be HTML. */
export function fromRss({ title, link, language, items = [] }: RssFeed.Feed<string>): Feed {
  return {
    title: title && plainText(title),
    language,
    home: link,
    items: items.map((item) => {
      const html = item.content?.encoded ?? item.description;
      return {
        id: item.guid?.value,
        link: item.link ?? (item.guid?.isPermaLink === false ? undefined : idAsLink(item.guid?.value)),
        title: item.title && plainText(item.title),
        text: html && plainText(html),
        date: item.pubDate ?? item.dc?.dates?.[0],
      };
    }),
  };
}

/** RSS 1.0, which is RDF. */
export function fromRdf({ title, link, dc, items = [] }: RdfFeed.Feed<string>): Feed {
  return {
    title: title && plainText(title),
    language: dc?.languages?.[0],
    home: link,
    items: items.map((item) => {
      const html = item.content?.encoded ?? item.description;
      return {
        id: item.rdf?.about,
        link: item.link,
        title: item.title && plainText(item.title),
        text: html && plainText(html),
        date: item.dc?.dates?.[0],
      };
    }),
  };
}

/** Atom, and YouTube channels with their `yt:` elements. */
export function fromAtom({ title, links, xml, entries = [] }: AtomFeed.Feed<string>): Feed {
  return {
    title: atomText(title),
    language: xml?.lang,
    home: alternateOf(links) ?? xml?.base,
    items: entries.map((entry) => {
      const link = alternateOf(entry.links);
      return {
        id: entry.id,
        link: (link && entry.xml?.base && URL.parse(link, entry.xml.base)?.href) || link,
        title: atomText(entry.title),
        text: atomText(entry.summary ?? entry.content),
        date: entry.published ?? entry.updated,
        language: entry.xml?.lang,
        videoId: entry.yt?.videoId,
      };
    }),
  };
}

/** A link without a relation is an alternate one: the entry's own page. */
const alternateOf = (links: readonly AtomFeed.Link<string>[] = []): string | undefined =>
  links.find(({ rel = 'alternate' }) => rel === 'alternate')?.href;

/** Unlike in RSS, a text is HTML only when its type says so. */
const atomText = (text: AtomFeed.Content | undefined): string | undefined =>
  text?.value && /html/i.test(text.type ?? 'text') ? plainText(text.value) : text?.value;

/** JSON Feed. Its titles and summaries are plain text. */
export function fromJson({ title, home_page_url, language, items = [] }: JsonFeed.Feed<string>): Feed {
  return {
    title,
    language,
    home: home_page_url,
    items: items.map((item) => ({
      id: item.id,
      link: item.url ?? item.external_url ?? idAsLink(item.id),
      title: item.title,
      text: item.summary ?? item.content_text ?? (item.content_html && plainText(item.content_html)),
      date: item.date_published ?? item.date_modified,
      language: item.language,
    })),
  };
}

/** An id that is a URL. Many ids are numbers or names, which would pass for relative URLs. */
const idAsLink = (id: string | undefined): string | undefined => (id && /^https?:/i.test(id) ? id : undefined);
