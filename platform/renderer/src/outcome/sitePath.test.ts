import { expect, test } from '@rstest/core';
import { sitePath } from './sitePath.ts';

test.each([
  ['/', '/'],
  ['/en/contact?sent=1#top', '/en/contact?sent=1#top'],
  ['/fr/blog/été 日本', '/fr/blog/%C3%A9t%C3%A9%20%E6%97%A5%E6%9C%AC'],
  ['/en/blog?q=ñ#ñ', '/en/blog?q=%C3%B1#%C3%B1'],
  ['/en/%0d%0a', '/en/%0d%0a'],
  ['/en/../fr', '/fr'],
  ['/en/blog/a//b', '/en/blog/a//b'],
  ['/en/\ud800', '/en/%EF%BF%BD'],
])('a page may lead to %s, which browsers read as %s', (location, path) => {
  expect(sitePath(location)).toBe(path);
  expect(() => new Headers({ location: path })).not.toThrow();
});

test.each([
  '',
  'en/contact',
  '?sent=1',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '\\\\elsewhere.example',
  '/\t/elsewhere.example',
  '/en\r\nset-cookie: a=b',
  '/\0',
  '/\u0085',
  '/.//elsewhere.example',
  '/en/..//elsewhere.example',
  '/%2e//elsewhere.example',
  'https://elsewhere.example/',
  'https:elsewhere.example',
  'javascript:alert(1)',
  ' /en',
])('a page leads to no %j', (location) => {
  expect(sitePath(location)).toBeUndefined();
});
