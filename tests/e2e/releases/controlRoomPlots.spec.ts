/** What servers and browsers count of a site, from a visit to the plots of the control room. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { openControlRoom } from '@site/control-room/controlRoom.ts';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { ServerLog } from '@site/releases/ServerLog.ts';
import { unnamedSite } from '@site/releases/signing/audience.ts';
import { localKey, localKeys } from '@site/releases/signing/localKey.ts';
import { trustFile } from '@site/releases/signing/Trust.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { RolloutLog } from '@site/rollouts/RolloutLog.ts';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import { lateDatabase } from '@site/server/lateDatabase.ts';
import { readSettings } from '@site/server/settings.ts';
import { limits } from '@site/shared/contract/limits.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { liveVersion } from '@site/testkit/site/faults/variant.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { hostSite, type RunningSite, startApi } from '@site/testkit/site/servers.ts';
import { axeViolations, smallTargets } from '../accessible/axeViolations.ts';
import { visit } from '../support/visitor.ts';

const metricsToken = 'the-token-of-the-metrics';

/** A room on the tested releases. Its settings say where it finds what was counted. */
async function openRoom(settings: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder('control-room');
  const [store, keys] = [join(folder, 'store'), join(folder, 'keys')];
  await cp(testedReleases, store, { recursive: true });
  const key = await localKey(new FolderStore(store), keys);
  const read = readSettings({ DATA_DIR: folder, ...settings });
  const database = lateDatabase(read);
  const room = await openControlRoom({
    settings: read,
    port: 0,
    store: new FolderStore(store),
    trust: trustFile(localKeys(keys).trusted, unnamedSite),
    faults: new FaultLog(folder),
    rollouts: new RolloutLog(folder),
    site: async () => undefined,
    servers: new ServerLog(folder),
    policy: defaultPolicy,
    database: database.open,
  });
  const close = async () => {
    await room.close();
    await database.close();
  };
  return { origin: room.origin, link: () => room.link(key.public), close };
}

/** Enters a room, and looks around in it. */
async function inRoom(
  browser: Browser,
  settings: Readonly<Record<string, string>>,
  look: (page: Page, origin: string) => Promise<void>,
): Promise<void> {
  const room = await openRoom(settings);
  const context = await browser.newContext({ locale: 'en-GB' });
  try {
    const page = await context.newPage();
    await page.goto(room.link());
    await page.getByRole('button', { name: 'Come in' }).click();
    await look(page, room.origin);
  } finally {
    await context.close();
    await room.close();
  }
}

/** How many pages of the blog were sent, and the share of them that was in memory. */
const ofBlog = (page: Page) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: 'blog' }) })
    .getByRole('cell');

/** A plot with what is behind it. */
const plotNamed = (page: Page, name: string) =>
  page.getByRole('figure').filter({ has: page.getByRole('img', { name }) });

/** The blog as one visitor sees it, and then 20 times without a browser; the visitor's browser reports how fast it was. */
async function visitBlog(browser: Browser, site: RunningSite): Promise<void> {
  const page = await browser.newPage({ baseURL: site.origin });
  await visit(page, addresses.en.blog);
  await page.evaluate((delay) => new Promise((resolve) => setTimeout(resolve, delay)), limits.vitalsDelay);
  const reported = page.waitForResponse((response) => response.url().endsWith('/beacon'));
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    dispatchEvent(new Event('visibilitychange'));
  });
  expect((await reported).status()).toBe(204);
  await page.close();
  for (let asked = 0; asked < 20; asked += 1) expect((await ask(site, addresses.en.blog)).status).toBe(200);
}

/** Everybody can read a page, light and dark, wide and narrow. */
async function expectForEverybody(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page
    .getByText(/^(?:As a table|Sous forme de tableau)$/)
    .first()
    .click();
  expect(await axeViolations(page, { name: address }, 'all'), address).toEqual([]);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeViolations(page, { name: address }, 'of appearance'), `${width} ${colorScheme}`).toEqual([]);
    }
    expect(await smallTargets(page), `${address} ${width}`).toEqual([]);
    const beside = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(beside, `${address} ${width}`).toBeLessThanOrEqual(0);
  }
}

test('a visit is in the plots and in the tables behind them, with how fast its browser says it was', async ({
  browser,
}) => {
  const dataDir = await temporaryFolder('counted');
  const site = await hostSite({ environment: { DATA_DIR: dataDir, CONTROL_ROOM: 'on' } });
  await visitBlog(browser, site);
  await site.stop();
  await inRoom(browser, { DATA_DIR: dataDir }, async (page, origin) => {
    await page.getByRole('link', { name: 'Speed and use' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Speed and use');
    await expect(ofBlog(page).nth(0), 'pages').toHaveText('21');
    await expect(ofBlog(page).nth(1), 'from memory').toHaveText(/^9\d%$/);
    const sent = plotNamed(page, 'Pages sent');
    await expect(sent.locator('rect.mark.outlined').last()).toBeVisible();
    await sent.getByText('As a table').click();
    await expect(sent.getByRole('row').filter({ hasText: /9\d%/ })).toContainText('20');

    await page.getByRole('link', { name: 'blog' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('blog: speed and use');
    const lcp = plotNamed(page, 'Largest Contentful Paint');
    await expect(lcp.getByRole('img'), 'the plot').toContainText(/\d\sm?s/);
    await lcp.getByText('As a table').click();
    const version = await liveVersion(testedReleases, 'blog');
    const cells = lcp.getByRole('row').filter({ hasText: version }).getByRole('cell');
    await expect(cells.nth(0)).toHaveText(/^[\d.,]+\sm?s$/);
    await expect(cells.nth(1), 'measured visits').toHaveText('1');
    await expect(plotNamed(page, 'Weight of the heaviest page').getByRole('img')).toContainText('kB');
    for (const [path, status] of [
      ['/es/measures/90d/shell', 200],
      ['/en/measures/1d', 404],
      ['/en/measures/7d/none', 404],
      ['/en/measures/7d/..%2f..', 404],
    ] as const)
      expect((await page.goto(origin + path))?.status(), path).toBe(status);
    await expectForEverybody(page, `${origin}/fr/measures/7d`);
    await expectForEverybody(page, `${origin}/en/measures/30d/blog`);
  });

  // A release service of its own doesn't see the site's database.
  const again = await hostSite({ environment: { DATA_DIR: dataDir, CONTROL_ROOM: 'on', METRICS_TOKEN: metricsToken } });
  const asking = { SITE_ORIGIN: again.origin, METRICS_TOKEN: metricsToken };
  await inRoom(browser, asking, async (page, origin) => {
    await page.goto(`${origin}/en/measures`);
    await expect(ofBlog(page).nth(0), 'asked of the site').toHaveText('21');
    await again.stop();
    await page.reload();
    await expect(page.getByRole('main'), 'of a site that is away').toContainText('SITE-USAGE');
  });
});

test('a site sends what it counts to an API of its own, or says that it can’t without a token', async ({ browser }) => {
  const api = await startApi({ METRICS_TOKEN: metricsToken });
  const environment = { API_ORIGIN: api.origin, CONTROL_ROOM: 'on' };
  const site = await hostSite({ environment: { ...environment, METRICS_TOKEN: metricsToken } });
  expect(site.output()).not.toContain('SITE-USAGE');
  for (let asked = 0; asked < 2; asked += 1) expect((await ask(site, addresses.en.blog)).status).toBe(200);
  await site.stop();
  const untold = await hostSite({ environment });
  expect(untold.output()).toContain('SITE-USAGE');
  await untold.stop();
  for (const settings of [{ API_ORIGIN: api.origin, METRICS_TOKEN: metricsToken }, { DATA_DIR: api.dataDir }])
    await inRoom(browser, settings, async (page, origin) => {
      await page.goto(`${origin}/en/measures/7d`);
      await expect(ofBlog(page).nth(0)).toHaveText('2');
    });
  await api.stop();
});

test('a site without a room counts nothing, and a room without a database says why it has no plots', async ({
  browser,
}) => {
  const dataDir = await temporaryFolder('uncounted');
  const site = await hostSite({ environment: { DATA_DIR: dataDir, METRICS_TOKEN: metricsToken } });
  await ask(site, addresses.en.blog);
  const headers = { authorization: `Bearer ${metricsToken}` };
  expect((await ask(site, '/usage?by=time', { headers })).status, 'nor does it tell any').toBe(404);
  await site.stop();
  await inRoom(browser, { DATA_DIR: dataDir }, async (page, origin) => {
    await page.goto(`${origin}/en/measures`);
    await expect(page.getByRole('main')).toContainText('Nothing has been counted in this time yet.');
  });
  await inRoom(browser, {}, async (page, origin) => {
    await page.goto(`${origin}/en/measures/7d/blog`);
    await expect(page.getByRole('main')).toContainText('this program sees no database');
    await expect(page.getByRole('img', { name: 'Weight of the heaviest page' })).toBeVisible();
  });
});
