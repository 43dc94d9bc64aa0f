import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addresses, everyAddress, languages, type PageName } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { validateXML } from 'xmllint-wasm';
import { expect, test } from '../support/serverTest.ts';

const origin = 'https://www.example.com';

/** Articles redirect elsewhere, and the company page is empty. */
const unlisted: readonly PageName[] = ['article', 'company', 'notFound'];

const schema = async (fileName: string) => ({
  fileName,
  contents: await readFile(join(import.meta.dirname, 'schemas', fileName), 'utf8'),
});

interface ListedPage {
  readonly address: string;
  readonly changed: string;
  readonly versions: Readonly<Record<string, string>>;
}

function readSitemap(xml: string): ListedPage[] {
  return xml
    .split('<url>')
    .slice(1)
    .map((url) => ({
      address: /<loc>(.*?)<\/loc>/.exec(url)?.[1] ?? '',
      changed: /<lastmod>(.*?)<\/lastmod>/.exec(url)?.[1] ?? '',
      versions: Object.fromEntries(
        [...url.matchAll(/hreflang="(.*?)" href="(.*?)"/g)].map(([, language = '', href = '']) => [language, href]),
      ),
    }));
}

const wentLive = async (app: string) => {
  const pointer = JSON.parse(await readFile(join(testedReleases, app, 'current.json'), 'utf8')) as { since: string };
  return Date.parse(pointer.since);
};

test('a search engine finds every page in every language in a valid sitemap, with the time of its last change', async ({
  startOwnSite,
}) => {
  const site = await startOwnSite({ environment: { SITE_ORIGIN: origin } });
  const { status, headers, body } = await ask(site, '/sitemap.xml');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');

  const { errors } = await validateXML({
    xml: { fileName: 'sitemap.xml', contents: body },
    schema: [await schema('sitemap.xsd')],
    preload: [await schema('xhtml-link.xsd')],
  });
  expect(errors).toEqual([]);

  const listed = readSitemap(body);
  const wanted = everyAddress.filter(({ page }) => !unlisted.includes(page)).map(({ path }) => origin + path);
  expect(listed.map(({ address }) => address).toSorted()).toEqual([`${origin}/`, ...wanted].toSorted());

  for (const { page, path } of everyAddress.filter((address) => !unlisted.includes(address.page))) {
    const own = listed.find(({ address }) => address === origin + path);
    const versions = languages.map((language) => [language, origin + addresses[language][page]]);
    const everyone = page === 'home' ? `${origin}/` : origin + addresses.en[page];
    expect(own?.versions, path).toEqual({ ...Object.fromEntries(versions), 'x-default': everyone });
  }

  const pricing = listed.find(({ address }) => address.endsWith('/fr/prix'));
  expect(Date.parse(pricing?.changed ?? '')).toBe(Math.max(await wentLive('shell'), await wentLive('marketing')));

  const robots = await ask(site, '/robots.txt', { headers: { 'x-forwarded-host': 'evil.example' } });
  expect(robots.body).toContain(`\nSitemap: ${origin}/sitemap.xml\n`);
  expect(robots.headers.get('cache-control')).toMatch(/^public/);
});

test('robots.txt excludes previews and the API', async ({ site }) => {
  const { headers, body } = await ask(site, '/robots.txt');
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  for (const excluded of ['/api/', '/*?preview=', '/*&preview=', '/*?boundaries', '/*&boundaries']) {
    expect(body).toContain(`\nDisallow: ${excluded}\n`);
  }
});
