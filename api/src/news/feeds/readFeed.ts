import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { type AnyFeed, parseFeed } from 'feedsmith';
import type { Source } from '../sources/readSource.ts';
import { fromAtom } from './formats/atom.ts';
import type { Feed } from './formats/feed.ts';
import { fromJson } from './formats/json.ts';
import { fromRdf, fromRss } from './formats/rss.ts';
import { countItems, tidyXml } from './tidyXml.ts';

/**
 * Reads a feed: RSS, RDF, Atom or JSON. Its links become absolute.
 *
 * @throws {OperatorError} `NEWS-FORMAT` when it isn't a feed, or is broken
 */
export function readFeed({ name, text, url }: Source): Feed {
  const isJson = /^\s*\{/.test(text);
  const whole = isJson ? text : tidyXml(text);
  const parsed = parse(name, whole ?? text);
  if (whole === undefined) throw new OperatorError('NEWS-FORMAT', `"${name}" ends in the middle.`);
  const feed = convert(parsed, whole);
  const count = isJson ? countJsonItems(whole) : countItems(whole);
  return { ...withAbsoluteLinks(feed, url), unread: Math.max(0, count - feed.items.length) };
}

function countJsonItems(text: string): number {
  const { items } = JSON.parse(text) as { readonly items?: unknown };
  return Array.isArray(items) ? items.length : 0;
}

function parse(name: string, text: string): AnyFeed {
  try {
    return parseFeed(text);
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    throw new OperatorError('NEWS-FORMAT', `"${name}" is not a feed that can be read: ${reason}.`, error);
  }
}

function convert(parsed: AnyFeed, text: string): Feed {
  if (parsed.format === 'rss') return withChannelBase(fromRss(parsed.feed), text);
  if (parsed.format === 'rdf') return fromRdf(parsed.feed);
  return parsed.format === 'atom' ? fromAtom(parsed.feed) : fromJson(parsed.feed);
}

/** The `xml:base` of the channel in RSS, which the parser passes over: it reads the root's alone. */
const channelBase = /<channel\s[^<>]*?\bxml:base\s*=\s*["']([^"'<>]*)/i;

function withChannelBase(feed: Feed, text: string): Feed {
  const base = channelBase.exec(text)?.[1];
  return base === undefined ? feed : { ...feed, base: absolute(base, feed.base) ?? base };
}

/** Links are relative to the nearest `xml:base`, which may be relative itself, or else to the feed's own address. */
function withAbsoluteLinks(feed: Feed, url: string | undefined): Feed {
  const address = url ?? absolute(feed.self) ?? absolute(feed.home);
  const base = absolute(feed.base, address) ?? address;
  return {
    ...feed,
    home: absolute(feed.home, base) ?? url,
    items: feed.items.map((item) => ({
      ...item,
      // Without an id, the link is one, as the publisher wrote it.
      id: item.id ?? item.link,
      link: absoluteLink(item.link, absolute(item.base, base) ?? base),
    })),
  };
}

const absolute = (url: string | undefined, base?: string): string | undefined =>
  url === undefined ? undefined : URL.parse(url, base)?.href;

/** A link that can't be resolved stays as it is: it is reported. Absolute ones are judged as the publisher wrote them. */
function absoluteLink(link: string | undefined, base: string | undefined): string | undefined {
  const isRelative = link !== undefined && !/^[a-z][a-z\d+.-]*:/i.test(link);
  return isRelative ? (absolute(link, base) ?? link) : link;
}
