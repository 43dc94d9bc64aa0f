import { randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from '@rstest/core';
import { compressFor, isSamePage, mostBytesOf, recompress, responseOf, toPage } from './CachedPage.ts';

const text = Array.from({ length: 500 }, (_, index) => `<p>Paragraph ${index * 7919} of a page</p>`).join('\n');
const html = Buffer.from(text);
const newPage = () => toPage({ html, scriptHashes: [], styleHashes: [], origins: [] }, 200);

test('a recompressed page is the same page with fewer bytes', async () => {
  const page = newPage();
  const before = responseOf(page, 'br', undefined);
  await recompress(page);
  const after = responseOf(page, 'br', undefined);
  expect(String(brotliDecompressSync(after.body ?? ''))).toBe(text);
  expect(after.body?.length).toBeLessThan(before.body?.length ?? 0);
  expect(after.headers['content-length']).toBe(String(after.body?.length));
  expect(after.headers.etag, 'other bytes, another tag').not.toBe(before.headers.etag);
});

test('a browser that has a page keeps it when the page is recompressed', async () => {
  const page = newPage();
  const before = responseOf(page, 'br', undefined);
  await recompress(page);
  expect(responseOf(page, 'br', before.headers.etag).status).toBe(304);
  expect(responseOf(page, 'br', '"other"').status).toBe(200);
});

test('no encoding takes more memory than is counted, even when the page can’t be compressed', async () => {
  const page = { ...newPage(), html: randomBytes(300_000) };
  const encodings = ['br', 'gzip', 'identity'] as const;
  const weight = () =>
    encodings.reduce((sum, encoding) => sum + (responseOf(page, encoding, undefined).body?.length ?? 0), 0);
  expect(weight()).toBeGreaterThan(3 * page.html.length);
  expect(weight()).toBeLessThan(mostBytesOf(page));
  await recompress(page);
  expect(weight()).toBeLessThan(mostBytesOf(page));
});

test('a page that is compressed in the background has the same bytes, and is compressed once', async () => {
  for (const encoding of ['br', 'gzip'] as const) {
    const [page, atOnce] = [newPage(), newPage()];
    const request = { headers: { 'accept-encoding': encoding } };
    await Promise.all([compressFor(request, page), compressFor(request, page)]);
    const first = page.encoded.get(encoding);
    await compressFor(request, page);
    expect(page.encoded.get(encoding)).toBe(first);
    expect(responseOf(page, encoding, undefined)).toEqual(responseOf(atOnce, encoding, undefined));
  }
});

test('a page that is rendered again is the same only with the same document, status and headers', () => {
  const document = { html, scriptHashes: [], styleHashes: [], origins: [] };
  expect(isSamePage(newPage(), newPage())).toBe(true);
  expect(isSamePage(newPage(), toPage({ ...document, html: Buffer.from(`${text} `) }, 200))).toBe(false);
  expect(isSamePage(newPage(), toPage(document, 404))).toBe(false);
  expect(isSamePage(newPage(), toPage(document, 200, { 'surrogate-key': 'news@2' }))).toBe(false);
});
