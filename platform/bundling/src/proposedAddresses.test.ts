import { expect, test } from '@rstest/core';
import {
  assertAddresses,
  assertEntries,
  assertQuery,
  assertSearch,
  type DefinedPage,
  queryOf,
} from './proposedAddresses.ts';

const source = './src/pages/sales/page.ts';

/** `remote.ts` may have anything: a build doesn't check its types. */
const check = (page: object) => assertAddresses('sales', { source, ...page } as object as DefinedPage);

test.each<[string, object]>([
  ['one path for all languages', { paths: 'sales' }],
  ['a path for each', { paths: { en: 'sales', fr: 'soldes', es: 'rebajas' } }],
  ['French alone', { languages: ['fr'], paths: { fr: 'soldes' } }],
  ['two languages with one path', { languages: ['fr', 'es'], paths: 'promo' }],
  ['an old path in all languages', { paths: 'sales', was: ['promo'] }],
  ['old paths by language', { paths: 'sales/:id', was: { fr: ['soldes/:id'] } }],
])('a page may have %s', (_, page) => {
  expect(() => check(page)).not.toThrow();
});

test.each<[string, object, string]>([
  ['no path in one of its languages', { paths: { en: 'sales', fr: 'soldes' } }, 'has no path in "es"'],
  ['no path in one of those that it names', { languages: ['fr', 'es'], paths: { fr: 'soldes' } }, 'no path in "es"'],
  ['no language', { languages: [], paths: 'soldes' }, 'must be in some of en, fr, es, not in []'],
  ['a language that the site lacks', { languages: ['fr', 'de'], paths: 'soldes' }, 'not in [fr, de]'],
  ['a home page in some languages', { languages: ['fr'], paths: '' }, 'is the home page'],
  ['a path with a slash at its end', { languages: ['fr'], paths: { fr: 'soldes/' } }, 'can’t be at "soldes/"'],
  ['its present path as an old one', { paths: 'sales', was: ['sales'] }, 'can’t have been at "sales"'],
  ['an old path without its parameter', { paths: 'sales/:id', was: { fr: ['soldes'] } }, 'been at "soldes"'],
  ['an old path in capitals', { paths: 'sales', was: ['Promo'] }, 'been at "Promo"'],
  ['an old path where it isn’t', { languages: ['fr'], paths: 'sales', was: { en: ['promo'] } }, 'paths in "en"'],
])('a page is refused with %s', (_, page, reason) => {
  expect(() => check(page)).toThrow(/^BUILD-REMOTE src\/remote.ts: the page "sales" /);
  expect(() => check(page)).toThrow(reason);
});

const checkEntries = (page: object) => assertEntries('sales', { source, ...page } as object as DefinedPage, ['shop']);

test('a page with a parameter may have entries of an API that the remote names', () => {
  expect(() => checkEntries({ paths: 'sales/:id', entries: { api: 'shop', path: 'v1/entries.json' } })).not.toThrow();
  expect(() => checkEntries({ paths: 'sales' })).not.toThrow();
});

test.each<[string, object, string]>([
  ['that are missing for its feed', { paths: 'sales/:id', feed: true }, 'no entries for it'],
  ['without a parameter', { paths: 'sales', entries: { api: 'shop', path: 'entries.json' } }, 'no parameter'],
  ['of an API that nobody is asked for', { paths: 'sales/:id', entries: { api: 'a', path: 'b' } }, 'the API "a"'],
  [
    'outside of the API',
    { paths: 'sales/:id', entries: { api: 'shop', path: '../b' } },
    'can’t have its entries at "../b"',
  ],
])('entries %s are refused', (_, page, reason) => {
  expect(() => checkEntries(page)).toThrow(/^BUILD-REMOTE src\/remote.ts: the page "sales" /);
  expect(() => checkEntries(page)).toThrow(reason);
});

const checkSearch = (page: object) =>
  assertSearch('sales', { source, paths: 'sales', ...page } as object as DefinedPage);

test('a page may take what visitors type', () => {
  expect(() => checkSearch({ search: { q: { max: 100 } }, query: { city: ['london'] } })).not.toThrow();
  expect(() => checkSearch({})).not.toThrow();
});

test.each<[string, object, string]>([
  ['of any length', { search: { q: {} } }, 'can’t have this `search`'],
  ['as text', { search: 'q' }, 'can’t have this `search`'],
  ['in a parameter with listed values', { search: { q: { max: 9 } }, query: { q: ['a'] } }, '"q" in both'],
])('what visitors type is refused %s', (_, page, reason) => {
  expect(() => checkSearch(page)).toThrow(/^BUILD-REMOTE src\/remote.ts: the page "sales" /);
  expect(() => checkSearch(page)).toThrow(reason);
});

const withQuery = (query: unknown) => ({ source, paths: 'sales', query }) as object as DefinedPage;

test('a page may read parameters of listed values, and of any', () => {
  const page = withQuery({ city: ['london'], sku: { max: 40 } });
  expect(() => assertQuery('sales', page)).not.toThrow();
  expect(queryOf(page)).toEqual({ query: { city: ['london'] }, freeQuery: { sku: { max: 40 } } });
  expect(queryOf({ source, paths: 'sales' })).toEqual({});
});

const ids = Array.from({ length: 34 }, (_, id) => `${id}`);

test.each<[string, object, string]>([
  [
    'of more values than are listed',
    { sku: ids },
    'lists 34 values of "sku" in `query`, of at most 20. Write how many',
  ],
  ['of long values', { sku: ['x'.repeat(31)] }, 'can’t have this `query`'],
  ['in capitals', { Sku: ['x'] }, 'can’t have this `query`'],
  ['of values of any length', { sku: {} }, 'can’t have these free values'],
])('a query is refused %s, before anything is built', (_, query, reason) => {
  expect(() => assertQuery('sales', withQuery(query))).toThrow(/^BUILD-REMOTE src\/remote.ts: the page "sales" /);
  expect(() => assertQuery('sales', withQuery(query))).toThrow(reason);
});
