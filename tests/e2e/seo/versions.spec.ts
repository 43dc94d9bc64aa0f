import { addresses, everyAddress, languages } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { canonicalOf, metaOf, tagsOf, versionsOf } from '../support/head.ts';
import { expect, test } from '../support/serverTest.ts';

/** The pages that search engines list. */
const listed = everyAddress.filter(({ page }) => page !== 'article' && page !== 'notFound');

test('every page names its canonical address and the addresses of all its language versions', async ({ site }) => {
  for (const { page, path } of listed) {
    const { body } = await ask(site, path);
    expect(canonicalOf(body), path).toBe(site.origin + path);
    expect(metaOf(body, 'og:url'), path).toEqual([site.origin + path]);
    const versions = Object.fromEntries(
      languages.map((language) => [language, site.origin + addresses[language][page]]),
    );
    const forStrangers = site.origin + (page === 'home' ? '/' : addresses.en[page]);
    expect(versionsOf(body), path).toEqual({ ...versions, 'x-default': forStrangers });
    expect(metaOf(body, 'robots'), path).toEqual([]);
  }
});

test('the page at / is the home page for visitors with other languages', async ({ site }) => {
  const { body } = await ask(site, '/');
  expect(canonicalOf(body)).toBe(`${site.origin}/`);
  expect(versionsOf(body)).toEqual(versionsOf((await ask(site, addresses.fr.home)).body));
});

test('a query does not change the canonical address', async ({ site }) => {
  const { body } = await ask(site, `${addresses.fr.contact}?sent=1&utm_source=letter`);
  expect(canonicalOf(body)).toBe(site.origin + addresses.fr.contact);
});

test('a missing page is not indexed, and has no language versions', async ({ site }) => {
  for (const path of [...languages.map((language) => addresses[language].notFound), '/en/blog/unknown']) {
    const { status, body } = await ask(site, path);
    expect(status, path).toBe(404);
    expect(metaOf(body, 'robots'), path).toEqual(['noindex']);
    expect(canonicalOf(body), path).toBeUndefined();
    expect(versionsOf(body), path).toEqual({});
  }
});

test('a page has one canonical address, whatever host is requested', async ({ site }) => {
  const other = site.origin.replace('127.0.0.1', 'localhost');
  for (const origin of [site.origin, other])
    expect(canonicalOf((await ask({ origin }, addresses.es.home)).body), origin).toBe(`${site.origin}/es`);
});

test('every page links its icons, its manifest and the feed of its language', async ({ site }) => {
  for (const { language, path } of everyAddress) {
    const links = tagsOf((await ask(site, path)).body, 'link');
    const hrefs = links.map(({ href }) => href);
    for (const href of ['/favicon.ico', '/icon.svg', '/apple-touch-icon.png', `/${language}/manifest.webmanifest`]) {
      expect(hrefs, path).toContain(href);
    }
    const feeds = links.filter(({ type }) => type === 'application/atom+xml');
    expect(feeds.map(({ rel, href }) => [rel, href])).toEqual([['alternate', `/${language}/atom.xml`]]);
  }
});
