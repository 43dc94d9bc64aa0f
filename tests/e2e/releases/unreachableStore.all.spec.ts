import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { liveReleasesPath } from '@site/shared/contract/release.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { addVariant, liveVersion, setLive } from '@site/testkit/site/faults/variant.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import { outputOf, readyOrigin, siteProgram, stopProgram } from '@site/testkit/site/program.ts';
import { sharedSettings } from '@site/testkit/site/releases.ts';
import { type RunningSite, startSiteProgram } from '@site/testkit/site/servers.ts';
import { texts } from '@site/testkit/site/texts.ts';
import getPort from 'get-port';
import { degraded, readiness, ready, without } from '../operations/askOperations.ts';
import { expectSecurityHeaders } from '../security/expectSecurityHeaders.ts';
import { expect, test } from './faultTest.ts';

const pagesOfAll = [addresses.en.home, addresses.fr.blog, addresses.es.contact];

async function statuses(site: Pick<RunningSite, 'origin'>): Promise<number[]> {
  const answers = await Promise.all(pagesOfAll.map((path) => ask(site, `${path}?boundaries`)));
  return answers.map(({ status }) => status);
}

/** A faulty version is tried again after ten seconds. */
const recovery = { timeout: 20_000 };

test('visitors notice nothing when the store is unreachable, which the probe says, even after a restart of the server', async ({
  store,
  origin,
}) => {
  const dataDir = await temporaryFolder('data');
  const start = () => startSiteProgram({ releases: origin.address, environment: { DATA_DIR: dataDir } });
  const first = start();
  const site = { origin: await readyOrigin(first) };
  expect(await statuses(site)).toEqual([200, 200, 200]);
  await origin.refuse();
  expect(await statuses(site)).toEqual([200, 200, 200]);
  await expect.poll(() => readiness(site)).toEqual(degraded('store', /RELEASE-STORE-REFUSED/));
  await stopProgram(first);

  const second = start();
  const again = { origin: await readyOrigin(second) };
  expect(await statuses(again)).toEqual([200, 200, 200]);

  await origin.heal();
  const next = await addVariant(store, 'blog', {});
  await setLive(store, 'blog', next);
  await expect
    .poll(async () => (await ask(again, addresses.en.blog)).body, recovery)
    .toContain(`data-release="${next}"`);
  await stopProgram(second);
  await rm(dataDir, { recursive: true, force: true });
});

test('a first start without its store answers in the visitor’s language at once, says why, and becomes the site when the store is reachable', async ({
  origin,
}) => {
  await origin.refuse();
  const dataDir = await temporaryFolder('data');
  const port = await getPort({ host: '127.0.0.1' });
  const environment = { DATA_DIR: dataDir, PORT: String(port), SITE_ORIGIN: 'https://www.example.com' };
  const program = startSiteProgram({ releases: origin.address, environment });
  const site = { origin: `http://127.0.0.1:${port}` };
  const html = { accept: 'text/html' };
  const home = (init = {}) => ask(site, addresses.fr.home, { headers: html, ...init }).catch(() => undefined);
  // A proxy asks the next server.
  await expect.poll(async () => (await home())?.status).toBe(502);

  const page = await home();
  expect(page?.body).toContain('<html lang="fr">');
  expect(page?.body).toContain(texts.fr.shell.failures.page.title);
  expect(page?.headers.has('retry-after')).toBe(true);
  expect(page?.headers.get('cache-control')).toBe('no-store');
  expectSecurityHeaders(page?.headers ?? new Headers(), 'the page of a starting server');
  expect((await home({ method: 'POST', body: 'name=Ada' }))?.body).toContain(texts.fr.shell.failures.form.title);
  expect((await ask(site, '/healthz')).status).toBe(200);
  const starting = { ready: false, wrong: { starting: expect.stringMatching(/releases/) } };
  expect(await readiness(site)).toEqual([503, starting]);
  await expect.poll(() => program.output()).toContain('RELEASE-STORE-REFUSED');

  await origin.heal();
  await readyOrigin(program);
  expect((await home())?.status).toBe(200);
  await expect.poll(() => readiness(site)).toEqual(ready);
  expect(program.output()).toContain('Everything in the store can be read again.');
  expect(await stopProgram(program)).toBe(0);
  await rm(dataDir, { recursive: true, force: true });
});

test('while the store never sends the blog, its page is the 404 page with status 503, and the server is not ready', async ({
  origin,
  startOwnSite,
}) => {
  origin.fail(/^\/blog\/.*remote\.cjs/, 'hangs');
  const site = await startOwnSite({ releases: origin.address });
  const blog = await ask(site, addresses.en.blog);
  expect(blog.status).toBe(503);
  expect(blog.headers.has('retry-after')).toBe(true);
  expect(blog.body).toContain(texts.en.shell.notFound.title);
  expect((await ask(site, addresses.en.home)).status).toBe(200);
  expect(await readiness(site)).toEqual(without('store', /blog/));
  await origin.heal();
  await expect.poll(async () => (await ask(site, addresses.en.blog)).status, recovery).toBe(200);
  await expect.poll(() => readiness(site)).toEqual(ready);
});

test('truncated files cause status 503 and missing ones 404, until the store recovers', async ({
  origin,
  startOwnSite,
}) => {
  origin.fail(/^\/blog\/.*remote\.cjs/, 'truncated');
  origin.fail(/^\/contact\/.*remote\.cjs/, 'missing');
  const site = await startOwnSite({ releases: origin.address });
  expect((await ask(site, addresses.en.blog)).status).toBe(503);
  expect((await ask(site, addresses.en.contact)).status).toBe(404);
  expect((await ask(site, addresses.en.home)).status).toBe(200);
  await origin.heal();
  await expect.poll(() => statuses(site), recovery).toEqual([200, 200, 200]);
});

test('while the store sends a new blog too slowly, the earlier one stays live, and other remotes are not delayed', async ({
  store,
  origin,
  startOwnSite,
}) => {
  const site = await startOwnSite({ releases: origin.address });
  const earlier = await liveVersion(store, 'blog');
  const slow = await addVariant(store, 'blog', {});
  const contact = await addVariant(store, 'contact', {});
  origin.fail(new RegExp(`^/blog/${slow}/`), 'hangs');
  await setLive(store, 'blog', slow, earlier);
  await expect.poll(() => origin.waiting).toBeGreaterThan(0);
  await setLive(store, 'contact', contact);
  // Shorter than the server's timeout for a file.
  const live = async () => (await ask(site, liveReleasesPath)).body;
  await expect.poll(live, { timeout: 4_500 }).toContain(contact);
  expect((await ask(site, addresses.en.contact)).body).toContain(`data-release="${contact}"`);
  expect((await ask(site, addresses.en.blog)).body).toContain(`data-release="${earlier}"`);
});

test('an invalid pointer delays no other remote, and its page stays live', async ({ store, startOwnSite }) => {
  const site = await startOwnSite({ releases: store });
  const pointer = join(store, 'blog/current.json');
  const before = await readFile(pointer, 'utf8');
  await writeFile(pointer, before.slice(0, 20));
  const contact = await addVariant(store, 'contact', {});
  await setLive(store, 'contact', contact);
  const contactPage = async () => (await ask(site, addresses.en.contact)).body;
  await expect.poll(contactPage, recovery).toContain(`data-release="${contact}"`);
  expect((await ask(site, `${addresses.en.blog}?boundaries`)).status).toBe(200);

  const other = await startOwnSite({ releases: store });
  expect((await ask(other, addresses.en.home)).status).toBe(200);
  expect((await ask(other, addresses.en.blog)).status).toBe(503);
});

test('the list of releases shows why the newest version is not served, as text and as JSON', async ({
  store,
  startOwnSite,
}) => {
  const earlier = await liveVersion(store, 'blog');
  const bad = await addVariant(store, 'blog', {
    server: { page: '({ ...page, component: () => { throw new Error("Boo"); } })' },
  });
  await setLive(store, 'blog', bad, earlier);
  const site = await startOwnSite({ releases: store });
  await ask(site, addresses.en.blog);
  const environment = { ...sharedSettings(store), DATA_DIR: site.dataDir };
  const listed = async () => JSON.parse(await outputOf(siteProgram, ['list', '--json'], environment)) as unknown;
  await expect.poll(listed).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        app: 'blog',
        versions: expect.arrayContaining([
          expect.objectContaining({
            version: bad,
            state: 'live',
            faults: [expect.objectContaining({ code: 'RENDER-THREW', module: './list', message: 'Boo, at /en/blog' })],
          }),
          expect.objectContaining({ version: earlier, state: 'earlier', faults: [] }),
        ]),
      }),
    ]),
  );
  const text = await outputOf(siteProgram, ['list'], environment);
  expect(text).toMatch(new RegExp(`${bad}.*FAULTY`));
  expect(text).toContain('RENDER-THREW ./list: Boo, at /en/blog');
});
