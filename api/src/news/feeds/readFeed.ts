import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { type AnyFeed, parseFeed } from 'feedsmith';
import type { Source } from '../sources/readSource.ts';
import { type Feed, fromAtom, fromJson, fromRdf, fromRss } from './formats.ts';

/**
 * Reads a feed: RSS, RDF, Atom or JSON.
 *
 * @throws {OperatorError} `NEWS-FORMAT` when it isn't a feed, or is broken
 */
export function readFeed({ name, text, url }: Source): Feed {
  const parsed = parse(name, text);
  if (parsed.format !== 'json' && !rootEnd.test(text.slice(text.lastIndexOf('</'))))
    throw new OperatorError('NEWS-FORMAT', `"${name}" ends in the middle.`);
  const feed = convert(parsed);
  return { ...feed, home: (feed.home && URL.parse(feed.home, url)?.href) ?? url };
}

/** The closing tag of a feed in XML. The parser doesn't insist on it, but without it the feed is cut off. */
const rootEnd = /^<\/(?:[\w.-]+:)?(?:rss|feed|rdf)\s*>/i;

function parse(name: string, text: string): AnyFeed {
  try {
    return parseFeed(text);
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    throw new OperatorError('NEWS-FORMAT', `"${name}" is not a feed that can be read: ${reason}.`, error);
  }
}

function convert(parsed: AnyFeed): Feed {
  if (parsed.format === 'rss') return fromRss(parsed.feed);
  if (parsed.format === 'rdf') return fromRdf(parsed.feed);
  return parsed.format === 'atom' ? fromAtom(parsed.feed) : fromJson(parsed.feed);
}
