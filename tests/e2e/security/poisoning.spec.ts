import { addresses } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { rawAnswer } from '@site/testkit/site/rawAnswer.ts';
import { metricsToken, readMetrics } from '../operations/askOperations.ts';
import { expect, test } from '../support/serverTest.ts';

/** Every response that contains absolute addresses, or redirects. */
const told = [
  ...Object.values(addresses.fr),
  ...['/', '/robots.txt', '/sitemap.xml', '/en/atom.xml', '/en/manifest.webmanifest', `${addresses.en.team}/`],
];

const forged = [
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-Proto: https',
  'X-Forwarded-Port: 666',
  'Forwarded: host=evil.example;proto=https',
  'X-Host: evil.example',
  'Connection: close',
].join('\r\n');

test('a request with a forged host gets the same response as any other, and changes nothing for other visitors', async ({
  startOwnSite,
}) => {
  const site = await startOwnSite();
  for (const path of told) {
    // The forged request comes first: its response would be cached.
    const { status, text } = await rawAnswer(site, `GET ${path} HTTP/1.1\r\nHost: evil.example\r\n${forged}\r\n\r\n`);
    expect(status, path).toBeLessThan(500);
    expect(text, path).not.toMatch(/evil\.example|:666\b|https:\/\/127/);
    const { body } = await ask(site, path);
    expect(body, path).not.toMatch(/evil\.example|:666\b|https:\/\/127/);
    if (status === 200) expect(Buffer.from(text, 'latin1').toString(), path).toContain(body);
  }
  expect((await ask(site, addresses.fr.team)).body).toContain(`href="${site.origin}${addresses.fr.team}"`);
  expect(site.output().match(/SITE-ORIGIN/g), 'the owner is told, once').toHaveLength(1);
  expect(site.output()).not.toContain('evil.example');
});

test('the cache stores a page once, however its address is spelled', async ({ startOwnSite }) => {
  const site = await startOwnSite({ environment: { METRICS_TOKEN: metricsToken } });
  const spelled = addresses.en.article.replace('three', '%74hree');
  const asked = [spelled, spelled, `${addresses.en.team}?a=1`, `${addresses.en.team}?a=1`, addresses.en.notFound];
  for (const path of asked) await rawAnswer(site, `GET ${path} HTTP/1.1\r\nHost: a${asked.length}.example\r\n\r\n`);
  expect((await ask(site, addresses.en.article)).status).toBe(200);
  expect((await ask(site, addresses.en.article, { headers: { host: 'other.example' } })).status).toBe(200);
  // The team page, which ignores its query, and the article at its canonical address: the second request of each.
  expect((await readMetrics(site)).get('site_page_cache_total{result="hit"}')).toBe(2);
});
