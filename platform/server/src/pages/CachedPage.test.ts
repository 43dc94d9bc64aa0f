import { randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from '@rstest/core';
import { mostBytesOf, recompress, responseOf, toPage } from './CachedPage.ts';

const html = Array.from({ length: 500 }, (_, index) => `<p>Paragraph ${index * 7919} of a page</p>`).join('\n');
const newPage = () => toPage({ html, scriptHashes: [], styleHashes: [], origins: [] }, 200);

test('a recompressed page is the same page with fewer bytes', async () => {
  const page = newPage();
  const before = responseOf(page, 'br', undefined);
  await recompress(page);
  const after = responseOf(page, 'br', undefined);
  expect(String(brotliDecompressSync(after.body ?? ''))).toBe(html);
  expect(after.body?.length).toBeLessThan(before.body?.length ?? 0);
  expect(after.headers['content-length']).toBe(String(after.body?.length));
  expect(after.headers.etag, 'other bytes, another tag').not.toBe(before.headers.etag);
});

test('a browser that has a page from before its recompression need not load it again', async () => {
  const page = newPage();
  const before = responseOf(page, 'br', undefined);
  await recompress(page);
  expect(responseOf(page, 'br', before.headers.etag).status).toBe(304);
  expect(responseOf(page, 'br', '"other"').status).toBe(200);
});

test('no encoding makes a page heavier than it counts, also when nothing of it can be compressed', async () => {
  const page = { ...newPage(), html: randomBytes(300_000) };
  const encodings = ['br', 'gzip', 'identity'] as const;
  const weight = () =>
    encodings.reduce((sum, encoding) => sum + (responseOf(page, encoding, undefined).body?.length ?? 0), 0);
  expect(weight()).toBeGreaterThan(3 * page.html.length);
  expect(weight()).toBeLessThan(mostBytesOf(page));
  await recompress(page);
  expect(weight()).toBeLessThan(mostBytesOf(page));
});
