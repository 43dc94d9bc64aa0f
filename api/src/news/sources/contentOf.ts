import { isRecord } from '../../isRecord.ts';
import type { Feed } from '../feeds/Feed.ts';
import { isJsonFeed, readFeed } from '../feeds/readFeed.ts';
import { ImportError } from '../ImportError.ts';
import type { Source } from './readSource.ts';

/** What can be imported: a feed, or a list of items in the site's own form, not checked yet. */
export type Content = { readonly feed: Feed } | { readonly list: readonly unknown[] };

/**
 * Finds out what a source holds. In the site's own form it is an array, or an object with such an array under `news`.
 *
 * @throws {ImportError} `NEWS-FORMAT` when it is nothing that can be imported
 */
export function contentOf(source: Source): Content {
  if (!/^\s*[[{]/.test(source.text)) return { feed: readFeed(source) };
  const content = parseJson(source);
  if (isJsonFeed(content)) return { feed: readFeed(source) };
  const list = isRecord(content) ? content.news : content;
  if (Array.isArray(list)) return { list };
  throw new ImportError(
    'NEWS-FORMAT',
    `"${source.name}" must hold an array of items, or { "news": [ … ] }, or be a JSON Feed.`,
  );
}

function parseJson({ name, text }: Source): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ImportError(
      'NEWS-FORMAT',
      `"${name}" is not valid JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
}
