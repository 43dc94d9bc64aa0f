import { expect, test } from '@rstest/core';
import { type AppOverrides, buildApp, declaredPage, newFolder } from '@site/testkit/releases/fixtures.ts';
import { newlyAsked } from './newlyAsked.ts';

const list = declaredPage({ name: 'events', path: 'events', places: ['menu'] });
const dates = { description: 'The fairs and talks that we go to' };

const version = async (name: string, facts: AppOverrides = {}) =>
  await buildApp(await newFolder(), { name: 'events', version: name, packages: {}, pages: [list], ...facts });

test('nothing is said of a version that asks for no more than the live one', async () => {
  expect(newlyAsked(await version('version-2'), await version('version-1'))).toEqual([]);
  expect(newlyAsked(await version('version-2', { pages: [] }), await version('version-1'))).toEqual([]);
});

test('what is new is named with its addresses and places, and a package with the version that is live', async () => {
  const live = await version('version-1', { packages: { zod: '4.1.0' } });
  const next = await version('version-2', {
    packages: { zod: '4.2.0', leaflet: '1.9.4' },
    apis: { dates },
    modules: {
      './list': live.modules['./list'] ?? { scripts: [], styles: [] },
      './one': { scripts: ['page-list.js'], styles: [] },
    },
    pages: [
      { ...list, was: { fr: ['foires'] }, search: { q: { max: 100 } } },
      declaredPage({
        name: 'event',
        module: './one',
        path: 'events/:id',
        languages: ['en', 'es'],
        entries: { api: 'dates', path: 'entries.json' },
        feed: true,
      }),
      declaredPage({ name: 'sales', path: 'events/sales', places: ['menu', 'footer'], languages: ['fr'] }),
      declaredPage({ name: 'ask', path: 'events/ask', form: 'contact' }),
      declaredPage({ name: 'away', path: 'events/away', isRedirect: true }),
    ],
  });
  expect(newlyAsked(next, live).join('\n')).toBe(
    `events@version-2 asks for, beyond events@version-1:
  APIs: dates (The fairs and talks that we go to)
  packages: zod@4.2.0 (live: 4.1.0), leaflet@1.9.4
  page event: /en/events/:id, /es/events/:id (0.0 kB of scripts and 0.0 kB of style sheets)
  page sales: /fr/events/sales
  page ask: /en/events/ask, /fr/events/ask, /es/events/ask
  page away: /en/events/away, /fr/events/away, /es/events/away
  searches: q of page events, up to 100 characters
  feeds: /en/events/atom.xml, /es/events/atom.xml
  old addresses: /fr/foires
  navigation: menu: sales, footer: sales
  words there: menu: sales (fr: sales), footer: sales (fr: sales)
  the site’s contact form: on page ask
  leads to other sites: page away`,
  );
});

test('of a first version, everything is new', async () => {
  expect(newlyAsked(await version('version-1'), undefined).join('\n')).toBe(
    `events@version-1 asks for:
  page events: /en/events, /fr/events, /es/events (0.0 kB of scripts and 0.0 kB of style sheets)
  navigation: menu: events
  words there: menu: events (en: events), menu: events (fr: events), menu: events (es: events)`,
  );
});

test('a fragment that is new is named', async () => {
  const modules = { './fragment-cart': { scripts: ['page-list.js'], styles: [] } };
  const next = await version('version-2', { modules, pages: [], fragments: { cart: { module: './fragment-cart' } } });
  expect(newlyAsked(next, await version('version-1'))).toContain('  offers to other pages: cart');
});
