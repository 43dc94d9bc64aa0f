import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { NewsRow } from '../../database/schema.ts';

/**
 * Where a feed comes from: what its owner has named. Everything in a feed may be copied from another one, also ids, links and
 * the address of its site.
 */
export interface Origin {
  /** The host of a URL; undefined for files. */
  readonly host: string | undefined;
  /** Begins the uids of its items, and only theirs, and those of all feeds of its host, or from files. */
  readonly feed: string;
  readonly publisher: string;
}

/** The origin of the feed at a URL or in a file. */
export function originOf(name: string): Origin {
  const url = /^https?:/i.test(name) ? URL.parse(name) : null;
  const host = url ? hostOf(url) : undefined;
  const publisher = hashOf(host ?? 'files', 12);
  const place = url ? `${host}${url.pathname}${url.search}` : resolve(name);
  return { host, publisher, feed: `${publisher}${hashOf(place, 12)}` };
}

const hostOf = ({ host }: URL): string => host.replace(/^www\./, '');

/** The uid of an item of a feed. Earlier versions left the origin out. */
export const feedUid = (language: string, key: string, origin?: Origin): string =>
  `${language}-feed-${origin ? `${origin.feed}-` : ''}${hashOf(key, 20)}`;

/** The uid of one of several items that share a uid, by what else tells them apart. */
export const furtherUid = (uid: string, key: string): string => `${uid}-${hashOf(key, furtherLength)}`;

/** The uids that an item's own one begins with if it shares them with others. */
export function sharedUids(uid: string): readonly string[] {
  const base = feedUidPattern.exec(uid)?.[1] ?? uid;
  const further = (uid.length - base.length) / (furtherLength + 1);
  return Array.from({ length: further }, (_, index) => uid.slice(0, base.length + index * (furtherLength + 1)));
}

const furtherLength = 12;

const hashOf = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

const feedUidPattern = /^([a-z]{2,3}-feed-(?:([0-9a-f]{24})-)?[0-9a-f]{20})(?:-[0-9a-f]{12}){0,3}$/;

/**
 * What a stored item is to a feed: its `own`, which it may change; one that it leaves as it is, also when it has the same, since
 * the site's owner or a feed of the same `publisher` has it; or of a `foreign` feed, which it needn't know.
 */
export function relationOf({ uid, link }: NewsRow, { feed, publisher, host }: Origin): 'own' | 'publisher' | 'foreign' {
  const match = feedUidPattern.exec(uid);
  if (!match) return 'publisher';
  const [, , of] = match;
  if (of !== undefined) return of === feed ? 'own' : of.startsWith(publisher) ? 'publisher' : 'foreign';
  // Of an earlier version. A file is in its owner's hands; at a URL, someone may repeat what others published, and only its
  // host tells.
  const url = link === null ? null : URL.parse(link);
  return host === undefined || (url && hostOf(url) === host) ? 'own' : 'publisher';
}
