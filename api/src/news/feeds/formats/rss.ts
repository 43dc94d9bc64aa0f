import type { RdfFeed, RssFeed } from 'feedsmith';
import { rssBody, rssTitle } from '../rssText.ts';
import { alternateOf, atomText, selfOf } from './atom.ts';
import { existing, type Feed, type FeedItem, firstText, idAsLink } from './feed.ts';

/** RSS 0.9x and 2.0. */
export function fromRss({ items = [], ...feed }: RssFeed.Feed<string>): Feed {
  return {
    ...fromChannel(feed),
    language: feed.language ?? feed.dc?.languages?.[0] ?? feed.xml?.lang,
    items: items.map(({ guid, pubDate, ...item }) => ({
      ...fromItem(item, pubDate),
      id: guid?.value ?? item.atom?.id,
      link: linkOf(item) ?? (guid?.isPermaLink === false ? undefined : idAsLink(guid?.value)),
    })),
  };
}

/** RSS 1.0, which is RDF. */
export function fromRdf({ items = [], ...feed }: RdfFeed.Feed<string>): Feed {
  return {
    ...fromChannel(feed),
    language: feed.dc?.languages?.[0] ?? feed.xml?.lang,
    items: items.map((item) => ({ ...fromItem(item), id: item.rdf?.about, link: linkOf(item) })),
  };
}

type ChannelElements = 'title' | 'link' | 'dc' | 'atom' | 'xml';
type ItemElements = ChannelElements | 'description' | 'content' | 'dcterms' | 'media';
type Item = Pick<RdfFeed.Item<string>, ItemElements> | Pick<RssFeed.Item<string>, ItemElements>;

/** What all versions of RSS share. Where RSS itself has nothing, elements of Dublin Core or Atom may. */
const fromChannel = ({ title, link, dc, atom, xml }: Pick<RssFeed.Feed<string>, ChannelElements>) => ({
  title: firstText([title, ...(dc?.titles ?? [])], rssTitle) ?? atomText(atom?.title),
  home: link ?? alternateOf(atom?.links),
  base: xml?.base,
  self: selfOf(atom?.links),
});

function fromItem(item: Item, pubDate?: string): Omit<FeedItem, 'id' | 'link'> {
  const { title, description, content, dc, dcterms, atom, media, xml } = item;
  const { issued = [], available = [], created = [], dates = [], modified = [] } = dcterms ?? {};
  const published = [pubDate, ...(dc?.dates ?? []), ...issued, ...available, ...created, ...dates, atom?.published];
  return {
    base: xml?.base,
    title:
      firstText([title, ...(dc?.titles ?? [])], rssTitle) ??
      atomText(atom?.title) ??
      firstText([media?.title?.value], rssTitle),
    text:
      firstText([content?.encoded, description, ...(dc?.descriptions ?? [])], rssBody) ??
      atomText(atom?.summary ?? atom?.content),
    dates: existing([...published, atom?.updated, ...modified]),
    language: dc?.languages?.[0] ?? xml?.lang,
  };
}

const linkOf = ({ link, atom }: Item): string | undefined => link ?? alternateOf(atom?.links);
