import { createHash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { addresses } from '@site/testkit/site/addresses.ts';
import { addVariant, setLive } from '@site/testkit/site/faults/variant.ts';
import { ask } from '@site/testkit/site/http.ts';
import { expect, test } from '../releases/releaseTest.ts';
import { waitForHydration } from '../support/visitor.ts';

/** The scripts that a page's document names. */
const scriptsIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/\/assets\/[^"' ?)]+\.js/g)].map(([path]) => path)),
];

/** Visits a page, and returns its scripts: their encodings, and the bytes of their bodies on the way. */
async function visitWithBytes(page: Page, address: string) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const encodings = new Map<string, string>();
  const names = new Map<string, string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (type !== 'Script' || !response.url.includes('/assets/')) return;
    names.set(requestId, response.url);
    encodings.set(new URL(response.url).pathname, response.headers['content-encoding'] ?? '');
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (names.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(address);
  await waitForHydration(page);
  await page.waitForLoadState('networkidle');
  await session.detach();
  return { encodings, bytes };
}

test('a visitor who returns after a release loads what differs from the scripts that the browser has', async ({
  browser,
  store,
  startOwnSite,
}) => {
  const { folder } = store;
  const releaseAll = async () => {
    for (const app of ['shell', 'marketing', 'blog', 'contact'])
      await setLive(folder, app, await addVariant(folder, app, {}));
  };
  await releaseAll();
  const site = await startOwnSite({ releases: folder });
  const context = await browser.newContext();
  const page = await context.newPage();
  const first = await visitWithBytes(page, site.origin + addresses.en.pricing);
  const before = (await ask(site, addresses.en.pricing)).body;
  await releaseAll();
  const scripts = async () => scriptsIn((await ask(site, addresses.en.pricing)).body);
  await expect.poll(async () => (await scripts()).some((path) => before.includes(path))).toBe(false);
  const second = await visitWithBytes(page, site.origin + addresses.en.pricing);
  expect([...second.encodings.values()]).toContain('dcz');
  expect(first.bytes).toBeGreaterThan(80_000);
  expect(second.bytes).toBeLessThan(15_000);
  await context.close();
});

test('only files that visitors got are dictionaries, and other browsers get whole files', async ({ site }) => {
  const html = (await ask(site, addresses.en.home)).body;
  const path = scriptsIn(html).find((file) => file.includes('/vendor.')) ?? '';
  const plain = await ask(site, path);
  const hash = createHash('sha256').update(plain.body).digest('base64');
  const asked = async (accept: string, dictionary?: string) => {
    const headers = { 'accept-encoding': accept, ...(dictionary && { 'available-dictionary': dictionary }) };
    const response = await fetch(site.origin + path, { headers });
    return response.headers;
  };
  expect(plain.headers.get('use-as-dictionary')).toBe('match="/assets/shell/vendor.*.js"');
  expect((await asked('gzip, br, dcz', `:${hash}:`)).get('content-encoding')).toBe('dcz');
  expect((await asked('gzip, br, dcz', `:${hash}:`)).get('vary')).toBe('accept-encoding, available-dictionary');
  expect((await asked('gzip, br', `:${hash}:`)).get('content-encoding')).toBe('br');
  expect((await asked('gzip, br, dcz')).get('content-encoding')).toBe('br');
  const other = createHash('sha256').update('other').digest('base64');
  for (const invented of [`:${other}:`, hash, `:${hash}`, ':AAAA:', 'x'.repeat(5000)]) {
    const headers = await asked('gzip, br, dcz', invented);
    expect(headers.get('content-encoding'), invented.slice(0, 60)).toBe('br');
    expect(headers.get('x-accel-expires')).toBe('0');
  }
  const drawing = /\/assets\/[^"' ?)]+\.svg/.exec(html)?.[0] ?? '';
  expect((await ask(site, drawing)).headers.has('use-as-dictionary')).toBe(false);
});

test('the dictionary with the difference is exactly the file', async ({ site }) => {
  const html = (await ask(site, addresses.en.home)).body;
  const path = scriptsIn(html).find((file) => file.includes('/vendor.')) ?? '';
  const { body } = await ask(site, path);
  const hash = createHash('sha256').update(body).digest();
  const headers = { 'accept-encoding': 'dcz', 'available-dictionary': `:${hash.toString('base64')}:` };
  const answer = Buffer.from(await (await fetch(site.origin + path, { headers })).arrayBuffer());
  expect(answer.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
  expect(answer.subarray(8, 40)).toEqual(hash);
  const text = zstdDecompressSync(answer.subarray(40), { dictionary: Buffer.from(body) }).toString('utf8');
  expect(text === body).toBe(true);
});
