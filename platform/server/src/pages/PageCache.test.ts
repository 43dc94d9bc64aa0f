import { expect, test } from '@rstest/core';
import { serverLimits } from '../limits.ts';
import { toPage } from './CachedPage.ts';
import { PageCache } from './PageCache.ts';

const limit = serverLimits.cachedPages;
const state = 'state';

/** A page with `bytes` bytes of HTML. */
const pageOf = (bytes: number) =>
  toPage({ html: Buffer.alloc(bytes, 'x'), scriptHashes: [], styleHashes: [], origins: [] }, 200);

test('pages in memory never take more bytes than allowed, and the latest stay', () => {
  const cache = new PageCache();
  const page = pageOf(2 * 1024 * 1024);
  const keys = Array.from({ length: 120 }, (_, number) => `/en/${number}`);
  for (const key of keys) cache.set(key, { page, state });
  const kept = keys.filter((key) => cache.get(key, state));
  // Each page may be in memory plain, with gzip and with Brotli.
  expect(kept.length * 3 * page.html.length).toBeLessThanOrEqual(limit.bytes);
  expect(kept).toEqual(keys.slice(-kept.length));
  expect(kept.length).toBeGreaterThan(10);
});

test('as many ordinary pages are in memory as their number allows', () => {
  const cache = new PageCache();
  const page = pageOf(50 * 1024);
  const keys = Array.from({ length: limit.pages + 1 }, (_, number) => `/en/${number}`);
  for (const key of keys) cache.set(key, { page, state });
  expect(keys.filter((key) => cache.get(key, state))).toEqual(keys.slice(1));
});

test('a page larger than the whole cache is not kept, nor is the smaller one that it replaces', () => {
  const cache = new PageCache();
  cache.set('/en', { page: pageOf(5), state });
  cache.set('/en', { page: pageOf(limit.bytes / 2), state });
  expect(cache.find('/en')).toBeUndefined();
});

test('pages with free values in their query push out no others, and no more of them are in memory than have room', () => {
  const cache = new PageCache();
  const page = pageOf(5);
  cache.set('/en/kites', { page, state });
  const keys = Array.from({ length: limit.pages + 1 }, (_, number) => `/en/kites?sku=${number}`);
  for (const key of keys) cache.set(key, { page, state }, { isFree: true });
  expect(cache.get('/en/kites', state)).toBe(page);
  expect(keys.filter((key) => cache.get(key, state))).toEqual(keys.slice(-serverLimits.freePages.pages));
});

test('a page is served as its table has it now, whether its values were listed before or not', () => {
  const cache = new PageCache();
  cache.set('/en?sku=1', { page: pageOf(5), state: 'before' });
  cache.set('/en?sku=1', { page: pageOf(6), state }, { isFree: true });
  expect(cache.get('/en?sku=1', state)?.html).toHaveLength(6);
});
