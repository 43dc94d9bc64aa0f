import { z } from 'zod';
import { serverLimits } from '../limits.ts';
import { type CachedPage, makePage } from './CachedPage.ts';

/** A page that was complete. */
export interface GoodPage {
  readonly page: CachedPage;
  /** When it was last known to be up to date, in milliseconds since 1970. */
  goodAt: number;
  /** When its rendering began, by `performance.now()`; negative infinity when an earlier process or another server rendered it. */
  readonly begun: number;
}

const storedPage = z.object({
  key: z.string(),
  origin: z.string(),
  goodAt: z.number(),
  headers: z.record(z.string(), z.string()),
  html: z.string(),
});

/** A page as it is kept outside of its server's memory. */
export const storedText = (key: string, origin: string, { page, goodAt }: GoodPage): string =>
  JSON.stringify({ key, origin, goodAt, headers: page.headers, html: page.html.toString() } satisfies z.infer<
    typeof storedPage
  >);

/**
 * Reads the text of a stored page.
 *
 * @throws when it is damaged, or the page was made for another address or origin
 */
export function readStored(text: string, key: string, origin: string): GoodPage {
  const { goodAt, headers, html, ...made } = storedPage.parse(JSON.parse(text));
  if (made.key !== key || made.origin !== origin) throw new Error(`${made.origin}${made.key} is another page.`);
  return { page: makePage(200, headers, Buffer.from(html)), goodAt, begun: Number.NEGATIVE_INFINITY };
}

/** What is known of a page that was written: the hash of its HTML, and until when it was good. */
export interface WrittenPage {
  readonly hash: string;
  readonly goodAt: number;
}

/** Whether a page needn't be written again: news checks render the same page repeatedly. */
export const isWritten = (before: WrittenPage | undefined, { hash, goodAt }: WrittenPage): boolean =>
  before?.hash === hash && goodAt - before.goodAt < serverLimits.stale.rewrite;
