import { createHash } from 'node:crypto';
import type { Language } from '@site/shared/i18n/languages.ts';
import type { NewsRow } from '../../database/schema.ts';
import type { Feed, FeedItem } from './Feed.ts';

const feedUid = /^[a-z]{2}-feed-[0-9a-f]{20}$/;

/** The uid of a feed's item: the same one at each import, also when its title, its text or the feed's address changes. */
export function feedUidOf(item: FeedItem, { home }: Feed, language: Language): string {
  const id = item.id ?? item.link ?? `${item.date} ${item.title ?? item.text}`;
  // `https:…`, `tag:…` and `urn:…` are unique in the world; others, such as `42`, only at their site.
  const key = /^[a-z][a-z\d+.-]*:\S/i.test(id) ? withoutScheme(id) : `${home && URL.parse(home)?.host} ${id}`;
  return `${language}-feed-${createHash('sha256').update(key).digest('hex').slice(0, 20)}`;
}

/** Whether a stored item came from a feed, and not from the site's owner. */
export function isFromFeed({ uid }: NewsRow): boolean {
  return feedUid.test(uid);
}

/** What makes two addresses the same page: a site that moves to https has no new pages. */
export function withoutScheme(address: string): string {
  return address.replace(/^https?:/i, '');
}
