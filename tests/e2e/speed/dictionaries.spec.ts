import { createHash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { addresses } from '@site/testkit/site/addresses.ts';
import { addVariant, setLive } from '@site/testkit/site/faults/variant.ts';
import { ask } from '@site/testkit/site/http.ts';
import { expect, test } from '../releases/releaseTest.ts';
import { secondTier } from '../support/tiers.ts';
import { waitForHydration } from '../support/visitor.ts';

/** The scripts that a page's document names. */
const scriptsIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/\/assets\/[^"' ?)]+\.js/g)].map(([path]) => path)),
];

type Kind = 'Script' | 'Document';

/** Visits a page, and returns its scripts, or the document: their encodings, and their bytes on the way. */
async function visitWithBytes(page: Page, address: string, kind: Kind = 'Script') {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const encodings = new Map<string, string>();
  const names = new Map<string, string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (type !== kind || (kind === 'Script' && !response.url.includes('/assets/'))) return;
    names.set(requestId, response.url);
    encodings.set(new URL(response.url).pathname, response.headers['content-encoding'] ?? '');
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (names.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(address);
  if (kind === 'Script') await waitForHydration(page);
  await page.waitForLoadState('networkidle');
  await session.detach();
  return { encodings, bytes };
}

/** The page at an address, in a browser that has nothing of the site. */
async function contentIn(browser: Browser, address: string): Promise<string> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  const content = await page.content();
  await context.close();
  return content;
}

test(
  'a visitor who returns after a release loads what differs from the scripts that the browser has',
  secondTier,
  async ({ browser, store, startOwnSite }) => {
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
  },
);

test('the next document is what differs from the one that the browser has, and then the page is the same', async ({
  browser,
  site,
}) => {
  // A page goes to its first visitor as it was rendered; the others get it from memory.
  for (const path of [addresses.en.home, addresses.en.pricing]) await ask(site, path);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site.origin + addresses.en.home);
  const address = site.origin + addresses.en.pricing;
  // The browser puts a document among its dictionaries after it has arrived.
  await expect(async () => {
    const { encodings, bytes } = await visitWithBytes(page, address, 'Document');
    expect([...encodings.values()]).toEqual(['dcz']);
    expect(bytes, 'with all headers').toBeLessThan(7_000);
  }).toPass({ timeout: 20_000 });
  expect(await page.content()).toBe(await contentIn(browser, address));
  await context.close();
});

test('an unknown document is no dictionary, and caches are told what a page depends on', async ({ site }) => {
  await ask(site, addresses.en.team);
  const document = await ask(site, addresses.en.team);
  const hash = createHash('sha256').update(document.body).digest('base64');
  const asked = (accept: string, dictionary: string, etag = '') =>
    fetch(site.origin + addresses.en.team, {
      headers: { 'accept-encoding': accept, 'available-dictionary': dictionary, 'if-none-match': etag },
    });
  expect(document.headers.get('use-as-dictionary')).toBe('match="/*", match-dest=("document")');
  expect(document.headers.get('vary')).toContain('available-dictionary');
  const known = await asked('br, dcz', `:${hash}:`);
  expect(known.headers.get('content-encoding')).toBe('dcz');
  expect((await asked('br', `:${hash}:`)).headers.get('content-encoding')).toBe('br');
  const unknown = await asked('br, dcz', `:${createHash('sha256').update('other').digest('base64')}:`);
  expect(unknown.headers.get('content-encoding')).toBe('br');
  expect(unknown.headers.get('x-accel-expires')).toBe('0');
  const tag = known.headers.get('etag') ?? '';
  expect((await asked('br, dcz', `:${hash}:`, tag)).status).toBe(304);
  expect((await asked('br', '', tag)).status, 'the document is the same in every encoding').toBe(304);
  const missing = await fetch(`${site.origin}/en/nowhere`);
  expect(missing.headers.has('use-as-dictionary')).toBe(false);
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
