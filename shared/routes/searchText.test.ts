import { expect, test } from '@rstest/core';
import { specifiedRoutes } from '../testing/routes.ts';
import { pathOfRoute, readPageUrl } from './path.ts';
import { searchText } from './searchText.ts';
import type { RouteTable } from './table.ts';

const e = 'e\u0301';

test.each([
  ['  crème \t brûlée\n', 'crème brûlée'],
  [`caf${e}`, 'café'],
  ['\u200bet\u202ee\u0301\u{e0041}', 'eté'],
  ['\u0000\u2060\u{e0041}', ''],
  ['👩‍🚀 <b>&"" %20', '👩‍🚀 <b>&"" %20'],
  ['𝒳'.repeat(30), '𝒳'.repeat(20)],
  [`${'a'.repeat(19)} b`, 'a'.repeat(19)],
])('a page gets %j as %j', (typed, text) => {
  expect(searchText(typed, 20)).toBe(text);
  expect(searchText(text, 20)).toBe(text);
});

const routes: RouteTable = {
  pages: {
    ...specifiedRoutes.pages,
    find: {
      remote: 'events',
      module: './find',
      closing: 'strip',
      paths: { en: 'find', fr: 'chercher', es: 'buscar' },
      query: { city: ['london'] },
      freeQuery: { sku: { max: 5 } },
      search: { q: { max: 20 } },
    },
  },
};

test.each([
  ['/en/find?q=%20cr%C3%A8me++br%C3%BBl%C3%A9e&utm_source=x', '/en/find?q=cr%C3%A8me+br%C3%BBl%C3%A9e', true],
  ['/fr/chercher?q=a%26b%3Dc&city=london', '/fr/chercher?city=london&q=a%26b%3Dc', true],
  ['/en/find?q=a&q=b', '/en/find?q=a', true],
  ['/en/find?q=a&sku=x&city=london', '/en/find?city=london&sku=x&q=a', true],
  ['/en/find?q=%20%E2%80%8B&city=london', '/en/find?city=london', undefined],
  ['/en/find?q=&other=1', '/en/find', undefined],
  ['/en/find', '/en/find', undefined],
  ['/en/pricing?q=a', '/en/pricing', undefined],
])('%s is %s for its page', (address, url, isSearch) => {
  const read = readPageUrl(routes, address);
  expect([read.url, read.isSearch]).toEqual([url, isSearch]);
  expect(readPageUrl(routes, url).url).toBe(url);
  expect(read.match && pathOfRoute(read.match.route, read.match.language)).toBe(read.path);
});

test.each([
  ['/en/find?sku=%20a-1%E2%80%8B&utm_source=x', '/en/find?sku=a-1', true],
  ['/en/find?sku=12345&city=london', '/en/find?city=london&sku=12345', true],
  ['/en/find?sku=123456', '/en/find', undefined],
  ['/en/find?sku=&city=london', '/en/find?city=london', undefined],
  ['/en/pricing?sku=a', '/en/pricing', undefined],
])('of %s, a page that takes any value up to a length gets %s', (address, url, isFree) => {
  const read = readPageUrl(routes, address);
  expect([read.url, read.isFree]).toEqual([url, isFree]);
  expect(readPageUrl(routes, url).url).toBe(url);
});
