import { expect, test } from '@rstest/core';
import { limits } from '../limits.ts';
import { slugOf, slugPattern } from './slug.ts';

test.each([
  ['Où ça ?', 'ou-ca'],
  ['¿Qué es “DMARC”?', 'que-es-dmarc'],
  ['  99.99 % -- of the year  ', '99-99-of-the-year'],
  ['日本語', ''],
])('%s becomes %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test('a long title makes a valid slug', () => {
  const slug = slugOf('word '.repeat(100));
  expect(slug.length).toBeLessThanOrEqual(limits.news.slug);
  expect(slug).toMatch(slugPattern);
});
