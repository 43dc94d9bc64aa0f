import { expect, test } from '@rstest/core';
import { buildApp, declaredPage, newFolder } from '@site/testkit/releases/fixtures.ts';
import { readManifest } from './manifest.ts';
import { proposalOf } from './proposals.ts';

const manifest = await buildApp(await newFolder(), { name: 'events' });

const read = (...pages: readonly unknown[]) => readManifest(JSON.stringify({ ...manifest, pages }), 'release.json');

const events = declaredPage({ name: 'events', path: 'events' });
const words = (changed: object) => ({ ...events, words: { ...events.words, fr: { title: 'Agenda', ...changed } } });
const at = (path: string) => ({ ...events, paths: { en: path, fr: path, es: path } });

test('pages are read as they were declared, with what later versions of the site may add', () => {
  const event = { ...declaredPage({ name: 'event', path: 'events/:id' }), later: { any: 1 } };
  expect(read(events, event).pages).toEqual([events, event]);
  expect(read(at('')).pages?.[0]?.paths.en, 'the home page').toBe('');
});

test('a release without one of the site’s languages is valid, and has its pages in the fallback language there', () => {
  const { en, fr } = events.words;
  const earlier = { ...events, paths: { en: 'events', fr: 'agenda' }, words: { en, fr } };
  const parsed = read(earlier);
  expect(parsed.pages, 'as it was signed').toEqual([earlier]);
  expect(proposalOf(parsed).pages).toEqual([
    { ...events, paths: { en: 'events', fr: 'agenda', es: 'events' }, words: { en, fr, es: en } },
  ]);
});

test('a release may have more languages than the site', () => {
  const later = {
    ...events,
    paths: { ...events.paths, de: 'termine' },
    words: { ...events.words, de: { title: 'Termine' } },
  };
  expect(proposalOf(read(later)).pages).toEqual([events]);
});

test('old paths are read as they were declared', () => {
  const event = { ...declaredPage({ name: 'event', path: 'events/:id' }), was: { fr: ['agenda/:id'] } };
  expect(read(event).pages).toEqual([event]);
});

test('a page is in every language, also in those that the site adds later, unless it names its own', () => {
  expect(read({ ...events, languages: ['fr'] }).pages).toEqual([{ ...events, languages: ['fr'] }]);
  expect(read(events).pages?.[0]).not.toHaveProperty('languages');
});

test.each<[string, unknown]>([
  ['an old path with a slash at its end', { ...events, was: { fr: ['agenda/'] } }],
  ['an old path of another origin', { ...events, was: { fr: ['/evil.example'] } }],
  ['an old path with another parameter', { ...events, was: { fr: ['agenda/:id'] } }],
  ['an old path in a language without a path', { ...events, was: { de: ['termine'] } }],
  ['an old path of a page without paths', { ...events, paths: {}, was: { fr: ['agenda'] } }],
  ['any number of old paths', { ...events, was: { fr: Array.from({ length: 100 }, (_, at) => `agenda-${at}`) } }],
  ['one list of old paths for all languages', { ...events, was: ['agenda'] }],
  ['no language', { ...events, languages: [] }],
  ['a language twice', { ...events, languages: ['fr', 'fr'] }],
  ['a language without a path', { ...events, languages: ['fr', 'de'] }],
  ['something else than languages', { ...events, languages: 'fr' }],
  ['a language that is a property of every object', { ...events, languages: ['constructor'] }],
  ['a home page in some languages', { ...at(''), languages: ['fr'] }],
  ['a page without a title in a language', words({ title: '' })],
  ['a title in two lines', words({ title: 'a\nb' })],
  ['a title that changes the text direction', words({ title: 'a\u202eb' })],
  ['an endless title', words({ title: 'x'.repeat(1_000) })],
  ['an endless label', words({ link: 'x'.repeat(41) })],
  [
    'a navigation place without a label',
    { ...events, places: ['menu'], words: { ...events.words, es: { title: 'x' } } },
  ],
  ['no words in a language of its paths', { ...events, words: { en: events.words.en, fr: events.words.fr } }],
  ['no path in a language of its words', { ...events, paths: { en: 'events', fr: 'events' } }],
  ['no words in the fallback language', { ...events, paths: { fr: 'agenda' }, words: { fr: { title: 'Agenda' } } }],
  [
    'an invalid language code',
    { ...events, paths: { ...events.paths, __proto__x: 'x' }, words: { ...events.words, __proto__x: { title: 'x' } } },
  ],
  ['a path with a slash at its end', at('events/')],
  ['a path to a folder above', at('../events')],
  ['a path in capitals', at('Events')],
  ['a path with a query', at('events?a=b')],
  ['a path with markup', at('"><script>')],
  ['a path of another origin', at('/evil.example')],
  ['a path that matches anything', at(':anything')],
  ['a path with too many parts', at('a/b/c/d/e/f/g')],
  ['two parameters of one name', at('events/:id/:id')],
  ['a parameter in only one language', { ...events, paths: { en: 'events/:id', fr: 'events', es: 'events' } }],
  ['the name of every object’s constructor', { ...events, name: 'constructor' }],
  ['the name of every object’s prototype', { ...events, name: '__proto__' }],
  ['the name of the site’s card', { ...events, name: 'site' }],
  ['a name with a slash', { ...events, name: 'a/b' }],
  [
    'a navigation place of a page with a parameter',
    { ...events, places: ['menu'], paths: { en: 'events/:id', fr: 'events/:id', es: 'events/:id' } },
  ],
  ['an unknown place', { ...events, places: ['everywhere'] }],
  ['a form without a name', { ...events, form: 'Log in' }],
  ['a module that isn’t exposed', { ...events, module: './other' }],
  ['a module in another folder', { ...events, module: './../list' }],
  ['a query named after a property of every object', { ...events, query: { constructor: ['1'] } }],
  ['a query with any number of values', { ...events, query: { a: Array.from({ length: 100 }, String) } }],
  ['something else', 5],
])('a manifest is refused with %s', (_, page) => {
  expect(() => read(page)).toThrow(/^RELEASE-MANIFEST .*pages/s);
});

test('a manifest is refused with two pages of one name', () => {
  expect(() => read(events, at('elsewhere'))).toThrow('pages: must have different names');
});

test('a path that a backtracking pattern would never finish is refused', () => {
  expect(() => read(at(`${'a-'.repeat(70)}!`))).toThrow('pages');
});

const listing = (entries: object, path = 'events/:id', apis: object = { dates: { description: 'Fairs' } }) =>
  readManifest(
    JSON.stringify({ ...manifest, apis, pages: [{ ...declaredPage({ name: 'event', path }), entries }] }),
    'release.json',
  );

test('a page with a parameter says which API lists its addresses', () => {
  const entries = { api: 'dates', path: 'v1/entries.json' };
  expect(listing(entries).pages?.[0]?.entries).toEqual(entries);
  expect(() => listing(entries, 'events/:id', {})).toThrow(/RELEASE-MANIFEST .*entries of APIs that it names/);
  expect(() => listing(entries, 'events')).toThrow('has no parameter');
});

test.each([
  '',
  '/entries.json',
  '../entries.json',
  'a/../b',
  'a//b',
  './b',
  'a/',
  'https://a.example/b',
  'b?c',
  'a b',
  '%2e%2e/b',
])('a page’s addresses can’t be listed at "%s"', (path) => {
  expect(() => listing({ api: 'dates', path })).toThrow(/RELEASE-MANIFEST .*pages\.0\.entries\.path/);
});

const feed = (name: string, path: string) => ({
  ...declaredPage({ name, path }),
  entries: { api: 'dates', path: 'entries.json' },
  feed: true,
});
const feeding = (...pages: readonly unknown[]) =>
  readManifest(JSON.stringify({ ...manifest, apis: { dates: { description: 'Fairs' } }, pages }), 'release.json').pages;

test('a page with entries may have a feed, each at an address of its own', () => {
  const pages = [feed('event', 'events/:id'), feed('talk', 'events/talks/:id')];
  expect(feeding(...pages)).toEqual(pages);
  expect(() => read({ ...declaredPage({ name: 'event', path: 'events/:id' }), feed: true })).toThrow('without entries');
  expect(() => feeding(feed('event', 'events/:id'), feed('talk', 'events/:id/:talk'))).toThrow(
    'one feed at an address',
  );
});

test('a page may read a query of listed values, and of any, each in parameters of its own', () => {
  const query = { query: { city: ['london'] }, freeQuery: { sku: { max: 40 } }, search: { q: { max: 40 } } };
  expect(read({ ...events, ...query }).pages?.[0]).toMatchObject(query);
  expect(() => read({ ...events, ...query, freeQuery: { city: { max: 1 } } })).toThrow('than those of listed values');
  expect(() => read({ ...events, ...query, freeQuery: { q: { max: 1 } } })).toThrow('other parameters than the query');
  expect(() => read({ ...events, freeQuery: { sku: { max: 201 } } })).toThrow('RELEASE-MANIFEST');
});

test('a page may take what visitors type, in few parameters of few characters', () => {
  const search = (parameters: unknown, more: object = {}) => read({ ...events, search: parameters, ...more });
  expect(search({ q: { max: 200 } }).pages?.[0]?.search).toEqual({ q: { max: 200 } });
  for (const wrong of [
    { q: {} },
    { q: { max: 201 } },
    { q: { max: 0 } },
    { Q: { max: 1 } },
    { constructor: { max: 1 } },
    [],
  ])
    expect(() => search(wrong)).toThrow('RELEASE-MANIFEST');
  const max = { max: 10 };
  expect(() => search({ a: max, b: max, c: max, d: max })).toThrow('at most 3');
  expect(() => search({ q: max }, { query: { q: ['1'] } })).toThrow('other parameters than the query');
});
