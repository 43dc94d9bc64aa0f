import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import { serverLimits } from '@site/server/limits.ts';
import { outputOf, readyOrigin, siteProgram } from '@site/testkit/site/program.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { sampleEvents, writeEvents } from '@site/testkit/site/writeEvents.ts';
import { foundFor, writeSearch } from '@site/testkit/site/writeSearch.ts';
import { failedResource } from '../support/test.ts';
import { isMarked, markDocument, visit } from '../support/visitor.ts';
import { startOwnApi } from './ownApi.ts';
import { expect, test } from './projectTest.ts';

// For the copy of the project, too: it takes a while where other tests run.
test.setTimeout(900_000);

test('a remote’s page finds what visitors type, with scripts and without, and nothing keeps it', async ({
  project,
  start,
  browser,
  page,
  watched,
}) => {
  const find = (path: string) => ({
    status: 200,
    body: JSON.stringify(path.includes('/find.json') ? foundFor(path) : sampleEvents),
  });
  const api = await startOwnApi(find);
  const settings = {
    DATA_DIR: '.data',
    PORT: '0',
    LOG_LEVEL: 'info',
    TRUST_PROXY: '127.0.0.1',
    CHROMIUM_PATH: process.env.TESTED_BROWSER ?? '',
  };
  const run = (...parameters: string[]) => outputOf(siteProgram, parameters, settings, project);
  await cp(testedReleases, join(project, '.releases'), { recursive: true });
  const site = start('platform/server/src/main.ts', [], settings);
  const origin = await readyOrigin(site);
  await run('new-remote', 'events');
  await writeEvents(join(project, 'remotes/events'));
  await writeSearch(join(project, 'remotes/events'));
  const granted = { ...defaultPolicy, grants: { events: { remote: 'events', address: api.address } } };
  await writeFile(join(project, 'policy.json'), JSON.stringify(granted));
  await run('policy', 'policy.json');
  expect(await run('publish', 'events', '--promote')).toContain('searches: q of page find, up to 30 characters');
  await expect.poll(async () => (await fetch(`${origin}/en/events/find`)).status).toBe(200);

  let network = 0;
  /** Asks for an address from another network each time. */
  const ask = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    network += 1;
    const address = `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`;
    const response = await fetch(origin + path, { headers: { 'x-forwarded-for': address, ...headers } });
    return { response, text: await response.text() };
  };
  const calls = (word: string) => api.asked.filter((asked) => asked.includes(word)).length;

  await test.step('what is found is in the document, which nothing keeps and no search engine lists', async () => {
    for (const times of [1, 2]) {
      const { response, text } = await ask('/en/events/find?utm_source=mail&q=%20cr%C3%A8me%20%E2%80%8B%20zebra');
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(text).toContain('Found: crème zebra');
      expect(text).toContain('value="crème zebra"');
      expect(text).toMatch(/<meta [^>]*name="robots" content="noindex"/);
      expect(text).toMatch(/<link [^>]*rel="canonical" href="[^"?]*\/en\/events\/find"/);
      expect(text).not.toMatch(/hreflang="[^"]*" href="[^"]*zebra/);
      expect(calls('zebra')).toBe(times);
    }
    const { text } = await ask(`/fr/events/find?q=${encodeURIComponent('<script>alert(1)</script>')}`);
    expect(text).toContain('Found: &lt;script&gt;alert(1)&lt;/script&gt;');
    const long = await ask(`/en/events/find?q=${'x'.repeat(1_000)}`);
    expect(long.text).toContain(`Found: ${'x'.repeat(30)}<`);
  });

  await test.step('without a word it is the plain page, from the cache', async () => {
    const plain = await ask('/en/events/find');
    expect(plain.response.headers.get('cache-control')).toContain('s-maxage');
    expect(plain.text).not.toContain('noindex');
    for (const query of ['?q=', '?q=%20%E2%80%8B', '?q=&utm_source=mail', '?other=word']) {
      const { response } = await ask(`/en/events/find${query}`);
      expect(response.headers.get('etag')).toBe(plain.response.headers.get('etag'));
    }
  });

  await test.step('with scripts it is searched in place, back and forward', async () => {
    await visit(page, `${origin}/en/events/find`);
    await markDocument(page);
    const found = (word: string) => page.getByRole('listitem').filter({ hasText: `Found: ${word}` });
    for (const word of ['a talk', 'caña & <b>']) {
      await page.getByRole('searchbox').fill(word);
      await page.getByRole('searchbox').press('Enter');
      await expect(found(word)).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(page).toHaveTitle(new RegExp(`^Find an event: ${RegExp.escape(word)}`));
      await expect(page.getByRole('searchbox')).toHaveValue(word);
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    }
    await page.goBack();
    await expect(found('a talk')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('searchbox')).toHaveValue('');
    await expect(page).toHaveURL(`${origin}/en/events/find`);
    await page.goForward();
    await expect(found('a talk')).toBeVisible();
    expect(await isMarked(page)).toBe(true);
    await page.reload();
    await expect(found('a talk')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', '');
  });

  await test.step('without scripts, too', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${origin}/es/events/find`);
    await plain.getByRole('searchbox').fill('una feria');
    await plain.getByRole('button', { name: 'Find' }).click();
    await expect(plain.getByRole('listitem').filter({ hasText: 'Found: una feria' })).toBeVisible();
    expect(plain.url()).toBe(`${origin}/es/events/find?q=una+feria`);
    await context.close();
  });

  await test.step('a browser’s own call is kept by nobody', async () => {
    const marked = await ask('/api/remotes/events/find.json?q=giraffe', { 'x-search': '1' });
    expect(marked.response.headers.get('cache-control')).toBe('no-store');
  });

  await test.step('thousands of words fill neither memory nor disk, and no log or metric has one', async () => {
    const { pid } = site.process;
    const residentSet = async () =>
      Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
    const search = async (from: number, to: number) => {
      for (let word = from; word < to; word += 4)
        await Promise.all([0, 1, 2, 3].map((more) => ask(`/en/events/find?q=zebra-${word + more}`)));
    };
    await search(0, 1_200);
    const before = await residentSet();
    await search(1_200, 4_000);
    // 2,800 kept pages would take 200 MB. The heap's own ups and downs are up to 70.
    expect(await residentSet()).toBeLessThan(before + 120);
    const files = await readdir(join(project, '.data/pages'));
    expect(files.filter((file) => file.includes('zebra'))).toEqual([]);
    expect((await ask('/metrics')).text).not.toContain('zebra');
  });

  await test.step('one network gets a limited number, and then learns when to come back', async () => {
    const fromOne = { 'x-forwarded-for': '192.0.2.1', accept: 'text/html' };
    const { fromNetwork } = serverLimits.search;
    for (let word = 0; word < fromNetwork; word += 1)
      expect((await ask(`/fr/events/find?q=zebra-${word}`, fromOne)).response.status).toBe(200);
    const { response, text } = await ask('/fr/events/find?q=zebra', fromOne);
    expect([response.status, response.headers.get('cache-control')]).toEqual([429, 'no-store']);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(text).toContain('Trop de requêtes');
    expect((await ask('/fr/events/find', fromOne)).response.status, 'the plain page').toBe(200);
  });

  await test.step('an API that can’t answer what is typed is asked for the rest', async () => {
    api.answer = (path) => (path.includes('/find.json') ? { status: 500, body: 'zebra' } : find(path));
    for (let times = 0; times < 8; times += 1) {
      const { response, text } = await ask('/en/events/find?q=zebra');
      expect([response.status, text.includes('Found:')]).toEqual([200, false]);
    }
    expect((await ask('/api/remotes/events/other.json')).response.status).toBe(200);
    await expect.poll(site.output).toContain('SITE-OWN-API');
    expect(site.output()).not.toContain('zebra');
  });
  watched.allow(failedResource);
  api.stop();
});
