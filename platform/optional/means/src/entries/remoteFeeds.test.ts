import { expect, test } from '@rstest/core';
import { brand } from '@site/company/brand.ts';
import { cities } from '@site/company/offices.ts';
import type { ApiAnswer } from '@site/renderer/apiCalls.ts';
import { composeTable } from '@site/shared/routes/composeTable.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { declaredPage } from '@site/testkit/releases/fixtures.ts';
import { parseAtomFeed } from 'feedsmith';
import { meansLimits } from '../limits.ts';
import { entriesReader } from './pageEntries.ts';
import { feedOf } from './remoteFeeds.ts';

const entries = { api: 'events', path: 'entries.json' };
const { routes } = composeTable(openPolicy, [
  {
    remote: 'events',
    pages: [
      declaredPage({ name: 'Events', path: 'events' }),
      declaredPage({ name: 'event', path: 'events/:id', languages: ['en', 'fr'], entries, feed: true }),
      declaredPage({ name: 'talk', path: 'events/talks/:id', entries }),
    ],
  },
]);
const origin = 'https://www.example.com';

/** A site whose remote's API answers like this, and what was logged. */
function siteOf(answer: Partial<ApiAnswer>) {
  const logged: string[] = [];
  const reader = entriesReader({
    call: async () => ({ status: 200, headers: {}, body: '[]', ...answer }),
    logError: (text) => logged.push(text),
  });
  const parts = {
    routes: () => routes,
    origin: () => origin,
    changed: () => new Date('2026-01-01'),
    entries: reader,
  };
  return { feedAt: (path: string) => feedOf(path, parts), logged };
}

const listing = (...list: readonly unknown[]) => siteOf({ body: JSON.stringify(list) });

const read = async ({ feedAt }: ReturnType<typeof siteOf>, language = 'en') => ({
  feed: parseAtomFeed((await feedAt(`/${language}/events/atom.xml`)) ?? ''),
});

/** The titles of its entries. */
const titles = async (site: ReturnType<typeof siteOf>) =>
  (await read(site)).feed.entries?.map(({ title }) => title?.value);

test('a feed has what the API says of each entry in its language, newest first', async () => {
  const site = listing(
    { params: { id: 'old' }, title: 'A talk', lastModified: '2026-01-02' },
    {
      params: { id: 'fair & co' },
      title: { en: 'A fair', fr: 'Une foire' },
      summary: { fr: 'Lundi' },
      lastModified: '2026-03-04T05:06:00+01:00',
    },
    { params: { id: 'salon' }, languages: ['fr'], title: 'Un salon', summary: 'Mardi', lastModified: '2026-02-01' },
    { params: { id: 'es' }, title: { fr: 'Un atelier' }, lastModified: '2026-01-01' },
  );
  const { feed } = await read(site);
  expect(feed).toMatchObject({
    id: `${origin}/en/events/atom.xml`,
    title: { value: `Events | ${brand.product} ${cities.en.title}` },
    updated: '2026-03-04T04:06:00.000Z',
    xml: { lang: 'en' },
  });
  expect(feed.links).toMatchObject([
    { rel: 'self', href: `${origin}/en/events/atom.xml` },
    { rel: 'alternate', href: `${origin}/en/events` },
  ]);
  expect(feed.entries?.map(({ title }) => title?.value)).toEqual(['A fair', 'A talk']);
  expect(feed.entries?.[0]).toMatchObject({
    id: `${origin}/en/events/fair%20%26%20co`,
    links: [{ href: `${origin}/en/events/fair%20%26%20co` }],
  });
  const french = (await read(site, 'fr')).feed.entries;
  expect(french?.map(({ title, summary }) => [title?.value, summary?.value])).toEqual([
    ['Une foire', 'Lundi'],
    ['Un salon', 'Mardi'],
    ['A talk', undefined],
    ['Un atelier', undefined],
  ]);
  expect(site.logged).toEqual([]);
});

test('markup stays text, and what XML can’t have is left out', async () => {
  const title = ']]><script>alert(1)</script> & "news"';
  const { feed } = await read(
    listing({ params: { id: 'a' }, title: `${title}\u0000`, summary: '</summary>', lastModified: '2026-01-01' }),
  );
  expect(feed.entries?.[0]).toMatchObject({ title: { value: title, type: 'text' }, summary: { value: '</summary>' } });
});

test('an entry without a usable title or date is in the sitemap alone, and the log says how many', async () => {
  const site = listing(
    { params: { id: 'a' }, title: 'No date' },
    { params: { id: 'b' }, lastModified: '2026-01-01' },
    { params: { id: 'c' }, title: 5, lastModified: '2026-01-01' },
    { params: { id: 'd' }, title: 'x'.repeat(meansLimits.feeds.title + 1), lastModified: '2026-01-01' },
    { params: { id: 'e' }, title: 'Still to come', lastModified: '2999-01-01' },
    { params: { id: 'f' }, title: 'A fair', summary: ['?'], lastModified: '2026-01-01' },
  );
  expect(await titles(site)).toEqual(['A fair']);
  expect(site.logged).toEqual([expect.stringMatching(/^SITE-ENTRIES .*lacks 4 of them/)]);
});

test('a feed has the newest entries, and no more than readers take', async () => {
  const { entries: most } = meansLimits.feeds;
  const many = Array.from({ length: most + 10 }, (_, index) => ({
    params: { id: `${index}` },
    title: `Fair ${index}`,
    lastModified: new Date(Date.UTC(2025, 0, 1 + index)).toISOString(),
  }));
  const named = await titles(listing(...many));
  expect([named?.length, named?.[0]]).toEqual([most, `Fair ${most + 9}`]);
});

test('a feed without entries is valid, and of the day when its page went live', async () => {
  expect((await read(listing())).feed.updated).toBe('2026-01-01T00:00:00.000Z');
});

test('while the API fails, there is no feed to read', async () => {
  expect(await siteOf({ status: 0, body: '' }).feedAt('/en/events/atom.xml')).toBeUndefined();
});

test.each([
  ['a language that its page isn’t in', '/es/events/atom.xml'],
  ['a page without one', '/en/events/talks/atom.xml'],
  ['a page that isn’t there', '/en/fairs/atom.xml'],
  ['no language', '/events/atom.xml'],
])('there is no feed in %s', (_, path) => {
  expect(listing().feedAt(path)).toBeUndefined();
});
