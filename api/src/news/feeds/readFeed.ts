import { type AnyFeed, parseFeed } from 'feedsmith';
import { isRecord } from '../../isRecord.ts';
import { ImportError } from '../ImportError.ts';
import type { Source } from '../sources/readSource.ts';
import type { Feed } from './Feed.ts';
import { readAtom } from './formats/atom.ts';
import { readJson } from './formats/json.ts';
import { readRdf } from './formats/rdf.ts';
import { readRss } from './formats/rss.ts';

/** Whether JSON is a feed, and not a list of news in the site's own form. */
export function isJsonFeed(content: unknown): boolean {
  return isRecord(content) && String(content.version).startsWith('https://jsonfeed.org/version/');
}

/**
 * Reads a feed: RSS, RDF, Atom or JSON.
 *
 * @throws {ImportError} `NEWS-FORMAT` when it is none, or broken
 */
export function readFeed({ name, text, address }: Source): Feed {
  const feed = asCommonFeed(parse(name, text));
  return { ...feed, home: (feed.home && URL.parse(feed.home, address)?.href) ?? address };
}

/** The last tag of a feed in XML. The parser forgives its absence, but a feed that was cut off is not whole. */
const rootEnd = /^<\/(?:[\w.-]+:)?(?:rss|feed|rdf)\s*>/i;

function parse(name: string, text: string): AnyFeed {
  const parsed = tryToParse(name, text);
  if (parsed.format !== 'json' && !rootEnd.test(text.slice(text.lastIndexOf('</'))))
    throw new ImportError('NEWS-FORMAT', `"${name}" ends in the middle.`);
  return parsed;
}

function tryToParse(name: string, text: string): AnyFeed {
  try {
    return parseFeed(text);
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    throw new ImportError('NEWS-FORMAT', `"${name}" is not a feed that can be read: ${reason}.`);
  }
}

function asCommonFeed(parsed: AnyFeed): Feed {
  if (parsed.format === 'rss') return readRss(parsed.feed);
  if (parsed.format === 'rdf') return readRdf(parsed.feed);
  return parsed.format === 'atom' ? readAtom(parsed.feed) : readJson(parsed.feed);
}
