import { readdir } from 'node:fs/promises';
import { serverLimits } from '@site/server/limits.ts';
import { isMarked, markDocument, visit } from '../support/visitor.ts';
import { test as eventsTest, expect } from './eventsTest.ts';

type Ask = (path: string, headers?: Readonly<Record<string, string>>) => Promise<{ response: Response; text: string }>;

let network = 0;

/** A test that asks for addresses from another network each time. */
const test = eventsTest.extend<{ readonly ask: Ask }>({
  ask: async ({ events: { origin } }, use) =>
    await use(async (path, headers) => {
      network += 1;
      const address = `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`;
      const response = await fetch(origin + path, { headers: { 'x-forwarded-for': address, ...headers } });
      return { response, text: await response.text() };
    }),
});

const title = (words: string) => `Events with “${words}”`;

test('the owner reads what a search takes when it is published', async ({ events: { released } }) => {
  expect(released.said.published).toContain('searches: q of page find, up to 60 characters');
});

test('what is found is in the document, which nothing keeps and no search engine lists', async ({
  ask,
  events: { api },
}) => {
  for (const times of [1, 2]) {
    const { response, text } = await ask('/en/events/find?utm_source=mail&q=%20cr%C3%A8me%20%E2%80%8B%20zebra');
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(text).toContain(`${title('crème zebra')}</h1>`);
    expect(text).toContain('value="crème zebra"');
    expect(text).toMatch(/<meta [^>]*name="robots" content="noindex"/);
    expect(text).toMatch(/<link [^>]*rel="canonical" href="[^"?]*\/en\/events\/find"/);
    expect(text).not.toMatch(/hreflang="[^"]*" href="[^"]*zebra/);
    expect(api.asked).toEqual(Array(times).fill('GET find.json?q=cr%C3%A8me%20zebra'));
  }
  const { text } = await ask(`/en/events/find?q=${encodeURIComponent('<script>alert(1)</script>')}`);
  expect(text).toContain(title('&lt;script&gt;alert(1)&lt;/script&gt;'));
  expect((await ask(`/en/events/find?q=${'x'.repeat(1_000)}`)).text).toContain(title('x'.repeat(60)));
});

test('without a word it is the plain page, from the cache', async ({ ask }) => {
  const plain = await ask('/en/events/find');
  expect(plain.response.headers.get('cache-control')).toContain('s-maxage');
  expect(plain.text).not.toContain('noindex');
  for (const query of ['?q=', '?q=%20%E2%80%8B', '?q=&utm_source=mail', '?other=word']) {
    const { response } = await ask(`/en/events/find${query}`);
    expect(response.headers.get('etag')).toBe(plain.response.headers.get('etag'));
  }
});

test('with scripts it is searched in place, back and forward', async ({ page }) => {
  await visit(page, '/en/events/find');
  await markDocument(page);
  const heading = page.getByRole('heading', { level: 1 });
  const field = page.getByRole('searchbox');
  for (const words of ['a talk', 'caña & <b>']) {
    await field.fill(words);
    await field.press('Enter');
    await expect(heading).toHaveText(title(words));
    await expect(heading).toBeFocused();
    await expect(page).toHaveTitle(new RegExp(`^${RegExp.escape(title(words))}`));
    await expect(field).toHaveValue(words);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  }
  const found = page.getByRole('main').getByRole('listitem').filter({ hasText: 'A talk about <mail>' });
  await page.goBack();
  await expect(found).toBeVisible();
  await page.goBack();
  await expect(field).toHaveValue('');
  await expect(page).toHaveURL('/en/events/find');
  await page.goForward();
  await expect(found).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  await page.reload();
  await expect(found).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '');
});

test('without scripts, too', async ({ browser, events: { origin } }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: origin });
  const page = await context.newPage();
  await page.goto('/fr/events/find');
  await page.getByRole('searchbox').fill('talk about');
  await page.getByRole('button', { name: 'Chercher' }).click();
  await expect(page.getByRole('main').getByRole('link')).toHaveText(['A talk about <mail>']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rendez-vous avec «\u00a0talk about\u00a0»');
  await expect(page).toHaveURL('/fr/events/find?q=talk+about');
  await context.close();
});

test('a browser’s own call is kept by nobody', async ({ ask }) => {
  const marked = await ask('/api/remotes/events/find.json?q=giraffe', { 'x-search': '1' });
  expect(marked.response.headers.get('cache-control')).toBe('no-store');
});

test('words are on no disk, and in no log or metric', async ({ ask, events }) => {
  for (let word = 0; word < 40; word += 4) {
    const answers = await Promise.all([0, 1, 2, 3].map((more) => ask(`/en/events/find?q=zebra-${word + more}`)));
    expect(answers.map(({ response }) => response.status)).toEqual([200, 200, 200, 200]);
  }
  const files = await readdir(events.dataDir, { recursive: true });
  expect(files.filter((file) => file.includes('zebra'))).toEqual([]);
  expect((await ask('/metrics')).text).not.toContain('zebra');
  expect(events.output()).not.toContain('zebra');
});

test('one network gets a limited number of searches, and then learns when to come back', async ({ ask }) => {
  const fromOne = { 'x-forwarded-for': '192.0.2.1', accept: 'text/html' };
  const { fromNetwork } = serverLimits.search;
  const searches = Array.from({ length: fromNetwork }, (_, word) => ask(`/fr/events/find?q=zebra-${word}`, fromOne));
  const answers = await Promise.all(searches);
  // Those beyond its share of the processes aren't shown, but counted.
  expect(new Set(answers.map(({ response }) => response.status))).toEqual(new Set([200, 503]));
  const { response, text } = await ask('/fr/events/find?q=zebra', fromOne);
  expect([response.status, response.headers.get('cache-control')]).toEqual([429, 'no-store']);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(text).toContain('Trop de requêtes');
  expect((await ask('/fr/events/find', fromOne)).response.status, 'the plain page').toBe(200);
});

test('an API that can’t answer what is typed is asked for the rest', async ({ ask, events: { api, output } }) => {
  api.mood = 'can’t search';
  for (let times = 0; times < 8; times += 1) {
    const { response, text } = await ask('/en/events/find?q=zebra');
    expect([response.status, text.includes('There is no such event.')]).toEqual([200, true]);
  }
  expect((await ask('/api/remotes/events/open-house.json')).response.status).toBe(200);
  await expect.poll(output).toContain('SITE-OWN-API');
  expect(output()).not.toContain('zebra');
});
