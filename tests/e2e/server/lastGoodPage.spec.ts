import { appendFile, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { addresses } from '@site/testkit/site/addresses.ts';
import { json, type PlainApi, startPlainApi } from '@site/testkit/site/faults/fakeApis.ts';
import { addVariant, setLive } from '@site/testkit/site/faults/variant.ts';
import { type Answer, ask } from '@site/testkit/site/http.ts';
import { stopProgram } from '@site/testkit/site/program.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { type SiteServer, startSite } from '@site/testkit/site/servers.ts';
import { metricsToken, readMetrics } from '../operations/askOperations.ts';
import { expect, test } from '../releases/faultTest.ts';
import { secondTier } from '../support/tiers.ts';

const article = {
  uid: '1',
  slug: 'first',
  title: 'The first article',
  source: 'Lucarne',
  publication_date: '2026-01-01',
  type: 'link',
  url_video: null,
};

/** Expects the last good page in place of a failure. */
function expectStale({ status, headers }: Answer): void {
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(headers.get('cache-status')).toMatch(/^site; hit; ttl=-\d+; detail=stale-if-error$/);
  expect(Number(headers.get('age'))).toBeGreaterThanOrEqual(0);
}

const isWritten = (dataDir: string, name: string) => () =>
  readdir(join(dataDir, 'pages')).then(
    (names) => names.includes(name),
    () => false,
  );

/** Shows the blog once, then stops the server; returns its data folder and a function that starts it again. */
async function siteThatKnewTheBlog(environment: Record<string, string>) {
  const first = await startSite({ environment });
  const { dataDir } = first;
  const { status, body } = await ask(first, addresses.en.blog);
  expect([status, body.includes('<article')]).toEqual([200, true]);
  await expect.poll(isWritten(dataDir, '%2Fen%2Fblog.json')).toBe(true);
  expect(await stopProgram(first.program)).toBe(0);
  // Pages contain the origin, so the server must restart under the same one.
  const { port: PORT } = new URL(first.origin);
  const same = { DATA_DIR: dataDir, PORT, METRICS_TOKEN: metricsToken };
  const again = () => startSite({ environment: { ...environment, ...same } });
  return { dataDir, again };
}

async function stopAll(dataDir: string, sites: readonly SiteServer[], api?: PlainApi): Promise<void> {
  for (const site of sites) await site.stop();
  api?.stop();
  await rm(dataDir, { recursive: true, force: true });
}

test('when the API is away after a restart, the blog shows its last list', async () => {
  const api = await startPlainApi();
  api.answers.list = json({ news: [article] });
  const { dataDir, again } = await siteThatKnewTheBlog({ API_ORIGIN: api.origin });
  api.answers.list = json({}, 500);
  const site = await again();
  const stale = await ask(site, addresses.en.blog);
  expectStale(stale);
  expect(stale.body).toContain(article.title);
  expect((await readMetrics(site)).get('site_stale_pages_total')).toBe(1);
  api.answers.list = json({ news: [{ ...article, title: 'The second article' }] });
  await expect.poll(async () => (await ask(site, addresses.en.blog)).body, { timeout: 20_000 }).toContain('The second');
  expect((await ask(site, addresses.en.blog)).headers.get('cache-status')).toBeNull();
  await stopAll(dataDir, [site], api);
});

test(
  'when the database can’t be read after a restart, the blog shows its last list, unless that is damaged',
  secondTier,
  async () => {
    const { dataDir, again } = await siteThatKnewTheBlog({});
    const database = new DatabaseSync(join(dataDir, 'site.sqlite'));
    database.exec('alter table news rename to news_elsewhere');
    database.close();
    const site = await again();
    const stale = await ask(site, addresses.en.blog);
    expectStale(stale);
    expect(stale.body).toContain('<article');
    await stopProgram(site.program);
    await appendFile(join(dataDir, 'pages', '%2Fen%2Fblog.json'), ' ');
    const last = await again();
    const without = await ask(last, addresses.en.blog);
    expect([without.status, without.body.includes('<article')]).toEqual([200, false]);
    expect(without.headers.get('cache-control')).toBe('no-store');
    await stopAll(dataDir, [site, last]);
  },
);

test('a page whose remote fails with every release is shown as it last was, with files that exist; one that was never good is the 404 page', async ({
  store,
  startOwnSite,
}) => {
  const good = await addVariant(testedReleases, 'blog', {}, store);
  const bad = await addVariant(testedReleases, 'blog', { server: { atLoad: 'throw new Error("load");' } }, store);
  await setLive(store, 'blog', good);
  const site = await startOwnSite({ releases: store });
  expect((await ask(site, addresses.en.blog)).headers.get('cache-status')).toBeNull();
  await setLive(store, 'blog', bad);
  await expect.poll(async () => (await ask(site, addresses.en.blog)).headers.get('cache-status')).toContain('stale');
  const stale = await ask(site, addresses.en.blog);
  expectStale(stale);
  const scripts = stale.body.match(new RegExp(`/assets/blog/${good}/[\\w.-]+\\.js`, 'g')) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect((await ask(site, script)).status, script).toBe(200);
  const never = await ask(site, addresses.fr.blog);
  expect([never.status, never.headers.get('cache-control')]).toEqual([404, 'no-store']);
});

test(
  'only pages of the route table are kept on disk: no previews, no forms, no failures, nothing that a visitor typed',
  secondTier,
  async ({ startOwnSite }) => {
    const site = await startOwnSite();
    const { home, contact, article: news, notFound, pricing } = addresses.en;
    for (const path of [`${pricing}?boundaries`, notFound, news, `${contact}?name=Lovelace`, home])
      await ask(site, path);
    await ask(site, contact, { method: 'POST', body: new URLSearchParams({ name: 'Lovelace' }) });
    await expect.poll(isWritten(site.dataDir, '%2Fen.json')).toBe(true);
    expect((await readdir(join(site.dataDir, 'pages'))).sort()).toEqual(['%2Fen%2Fcontact.json', '%2Fen.json']);
    expect(await readFile(join(site.dataDir, 'pages', '%2Fen%2Fcontact.json'), 'utf8')).not.toContain('Lovelace');
  },
);
