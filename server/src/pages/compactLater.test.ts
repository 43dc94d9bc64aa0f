import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from '@rstest/core';
import { answerOf, toPage } from './CachedPage.ts';
import { compact } from './compactLater.ts';

const html = Array.from({ length: 500 }, (_, index) => `<p>Paragraph ${index * 7919} of a page</p>`).join('\n');
const newPage = () => toPage({ html, scriptHashes: [], styleHashes: [], origins: [] }, 200);

test('a page that has lasted is the same page with fewer bytes', async () => {
  const page = newPage();
  const before = answerOf(page, 'br', undefined);
  await compact(page);
  const after = answerOf(page, 'br', undefined);
  expect(String(brotliDecompressSync(after.body ?? ''))).toBe(html);
  expect(after.body?.length).toBeLessThan(before.body?.length ?? 0);
  expect(after.headers['content-length']).toBe(String(after.body?.length));
  expect(after.headers.etag, 'other bytes, another tag').not.toBe(before.headers.etag);
});

test('who got a page before it was made smaller need not load it again', async () => {
  const page = newPage();
  const before = answerOf(page, 'br', undefined);
  await compact(page);
  expect(answerOf(page, 'br', before.headers.etag).status).toBe(304);
  expect(answerOf(page, 'br', '"other"').status).toBe(200);
});
