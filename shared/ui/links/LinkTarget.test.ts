import { expect, test } from '@rstest/core';
import { directionOf } from './LinkTarget.ts';

test('the direction of a link follows from its target', () => {
  expect(directionOf({ page: 'blog' })).toBe('on');
  expect(directionOf({ href: '/' })).toBe('on');
  expect(directionOf({ href: '#hosting' })).toBe('down');
  expect(directionOf({ href: 'https://elsewhere.example' })).toBe('away');
  expect(directionOf({ page: 'article', params: { slug: 'x' }, newTab: true })).toBe('away');
});
