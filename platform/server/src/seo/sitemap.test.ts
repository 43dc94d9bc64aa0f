import { expect, test } from '@rstest/core';
import { composeTable } from '@site/shared/routes/composeTable.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { absentPath } from '@site/shared/routes/table.ts';
import { declaredPage } from '@site/testkit/releases/fixtures.ts';
import { serverLimits } from '../limits.ts';
import { type SitemapParts, sitemapXml } from './sitemap.ts';

const { routes } = composeTable(openPolicy, [
  { remote: 'events', pages: [declaredPage({ name: 'event', path: 'events/:id' })] },
]);

type Entry = SitemapParts['entries'][number];

const entryOf = (path: string, changed?: string): Entry => ({
  page: 'event',
  paths: { en: path, fr: path, es: path },
  changed: changed === undefined ? undefined : new Date(changed),
});

/** The sitemap with some entries, and what it says of each of their addresses. */
async function sitemapWith(...entries: readonly Entry[]) {
  const origin = 'https://www.example.com';
  const xml = await sitemapXml({ origin, routes, entries, lastModified: () => new Date('2026-01-01') });
  return { xml, urls: xml.split('<url>').filter((url) => url.includes('/events/')) };
}

test('the sitemap has each entry in its languages, with its alternates and the day of its last change', async () => {
  const only = { ...entryOf('', '2025-01-01'), paths: { en: absentPath, fr: 'events/soir%C3%A9e', es: absentPath } };
  const { urls } = await sitemapWith(entryOf('events/fair', '2026-02-03'), only);
  expect(urls).toHaveLength(4);
  expect(urls[1]).toContain(
    '<loc>https://www.example.com/fr/events/fair</loc><lastmod>2026-02-03T00:00:00.000Z</lastmod>',
  );
  expect(urls[1]).toContain('hreflang="es" href="https://www.example.com/es/events/fair"');
  const address = 'https://www.example.com/fr/events/soir%C3%A9e';
  expect(urls[3]).toContain(`<loc>${address}</loc><lastmod>2026-01-01T00:00:00.000Z</lastmod>`);
  expect([...(urls[3] ?? '').matchAll(/href="(.*?)"/g)].map(([, href]) => href)).toEqual([address, address]);
});

test('markup in an entry stays text', async () => {
  const { xml } = await sitemapWith(entryOf('events/"><script>'));
  expect(xml).not.toContain('<script');
});

test('a future date doesn’t count as a last change', async () => {
  const { urls } = await sitemapWith(entryOf('events/fair', '2999-01-01'));
  expect(urls[0]).toContain('<lastmod>2026-01-01');
});

test('no more addresses are listed than search engines read', async () => {
  const { addresses, characters } = serverLimits.sitemap;
  const { xml } = await sitemapWith(...Array.from({ length: addresses / 2 }, (_, index) => entryOf(`events/${index}`)));
  expect(xml.split('<url>').length - 1).toBeLessThanOrEqual(addresses);
  // Line breaks, and the pages without parameters, come on top.
  expect(xml.length).toBeLessThan(characters + addresses + 10_000);
});
