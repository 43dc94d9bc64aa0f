import { expect, test } from '@rstest/core';
import { safeLink } from './safeLink.ts';

test.each(['https://news.example/a?b=c#d', 'http://news.example', 'HTTPS://news.example/'])('%s is safe', (link) => {
  expect(safeLink(link)).toBe(link);
});

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,hello',
  'file:///etc/passwd',
  '//news.example',
  '/fr/blog',
  'news.example',
  '',
  null,
])('%j is not', (link) => {
  expect(safeLink(link)).toBeNull();
});
