import { inEachLanguage } from '@site/shared/i18n/languages.ts';
import { addresses, everyAddress, languages } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { canonicalOf, metaOf, tagsOf, versionsOf } from '../support/head.ts';
import { expect, test } from '../support/serverTest.ts';
import { namesVersions } from './namesVersions.ts';

/** Search engines list no article and no missing page. */
const { article: _article, notFound: _notFound, ...listed } = addresses.en;

test('every page names its canonical address and the addresses of all its language versions', async ({ site }) => {
  for (const page of Object.keys(listed) as (keyof typeof listed)[]) {
    const paths = inEachLanguage((language) => addresses[language][page]);
    await namesVersions(site, { paths, forStrangers: page === 'home' ? '/' : paths.en });
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
