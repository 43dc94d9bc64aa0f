/** What servers and browsers count of a site, from a visit to the plots of the control room. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { openControlRoom } from '@site/control-room/controlRoom.ts';
import { FaultLog } from '@site/releases/FaultLog.ts';
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

/** A room on the tested releases, with the database of a data folder. */
async function openRoom(dataDir: string) {
  const folder = await temporaryFolder('control-room');
  const [store, keys] = [join(folder, 'store'), join(folder, 'keys')];
  await cp(testedReleases, store, { recursive: true });
  const key = await localKey(new FolderStore(store), keys);
  const database = lateDatabase(readSettings({ DATA_DIR: dataDir }));
  const room = await openControlRoom({
    settings: { DATA_DIR: folder, HOST: '127.0.0.1', LOG_LEVEL: 'warn', TRUST_PROXY: 'loopback' },
    port: 0,
    store: new FolderStore(store),
    trust: trustFile(localKeys(keys).trusted, unnamedSite),
    faults: new FaultLog(folder),
    rollouts: new RolloutLog(folder),
    site: async () => undefined,
    policy: defaultPolicy,
    database: database.open,
  });
  const close = async () => {
    await room.close();
    await database.close();
  };
  return { origin: room.origin, link: () => room.link(key.public), close };
}

/** Enters a room, and looks around in it without scripts. */
async function inRoom(browser: Browser, dataDir: string, look: (page: Page, origin: string) => Promise<void>) {
  const room = await openRoom(dataDir);
  const context = await browser.newContext({ locale: 'en-GB', javaScriptEnabled: false });
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

/** The cells of the row behind a plot that has numbers other than zero. */
const countedRow = (page: Page, plot: string) =>
  page
    .getByRole('figure')
    .filter({ has: page.getByRole('heading', { name: plot }) })
    .locator('tbody tr')
    .filter({ hasText: /[1-9]\d*\s*(?:%|ms|$)/ })
    .last();

base(
  'a visit is in the room’s plots and in the tables behind them, with how fast its browser says it was',
  async ({ browser }) => {
    const dataDir = await temporaryFolder('counted');
    const site = await hostSite({ environment: { DATA_DIR: dataDir, CONTROL_ROOM: 'on' } });
    await visitBlog(browser, site);
    await site.stop();
    await inRoom(browser, dataDir, async (page, origin) => {
      await page.getByRole('link', { name: 'Speed and use' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Speed and use');
      await expect(page.getByRole('img', { name: 'Pages sent' })).toBeVisible();
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'blog' }) });
      await expect(row.getByRole('cell').nth(0), 'pages').toHaveText('21');
      await expect(row.getByRole('cell').nth(1), 'from memory').toHaveText(/^9\d%$/);
      await page.getByText('As a table').first().click();
      await expect(countedRow(page, 'Pages sent')).toContainText('20');

      await row.getByRole('link').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('blog: speed and use');
      const version = await liveVersion(testedReleases, 'blog');
      const lcp = page.getByRole('figure').filter({ has: page.getByRole('img', { name: 'Largest Contentful Paint' }) });
      await expect(lcp.locator('svg.drawing'), 'the plot').toContainText(/\d\s?m?s/);
      await lcp.getByText('As a table').click();
      const cells = lcp.getByRole('row').filter({ hasText: version }).getByRole('cell');
      await expect(cells.nth(0)).toHaveText(/^[\d.,]+\sm?s$/);
      await expect(cells.nth(1), 'measured visits').toHaveText('1');
      await expect(page.getByRole('figure').filter({ hasText: 'Weight of the heaviest page' })).toContainText('kB');

      for (const path of ['/measures/7d', '/measures/30d/blog', '/measures/90d/shell'])
        for (const language of ['en', 'fr', 'es'])
          expect((await page.goto(`${origin}/${language}${path}`))?.status(), path).toBe(200);
      for (const path of ['/measures/1d', '/measures/7d/none', '/measures/7d/..%2f..'])
        expect((await page.goto(`${origin}/en${path}`))?.status(), path).toBe(404);
    });
  },
);

base(
  'with an API of its own, a site sends it what it counts; without the token it says that nothing is counted',
  async ({ browser }) => {
    const api = await startApi({ METRICS_TOKEN: metricsToken });
    const environment = { API_ORIGIN: api.origin, CONTROL_ROOM: 'on' };
    const site = await hostSite({ environment: { ...environment, METRICS_TOKEN: metricsToken } });
    expect(site.output()).not.toContain('SITE-USAGE');
    for (let asked = 0; asked < 2; asked += 1) expect((await ask(site, addresses.en.blog)).status).toBe(200);
    await site.stop();
    const untold = await hostSite({ environment });
    expect(untold.output()).toContain('SITE-USAGE');
    await untold.stop();
    await inRoom(browser, api.dataDir, async (page, origin) => {
      await page.goto(`${origin}/en/measures/7d`);
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'blog' }) });
      await expect(row.getByRole('cell').nth(0)).toHaveText('2');
    });
    await api.stop();
  },
);

base(
  'a site without a room counts nothing, and a room without a database says why it has no plots',
  async ({ browser }) => {
    const dataDir = await temporaryFolder('uncounted');
    const site = await hostSite({ environment: { DATA_DIR: dataDir } });
    await ask(site, addresses.en.blog);
    await site.stop();
    await inRoom(browser, dataDir, async (page, origin) => {
      await page.goto(`${origin}/en/measures`);
      await expect(page.getByRole('main')).toContainText('Nothing has been counted in this time yet.');
    });
    await inRoom(browser, await temporaryFolder('empty'), async (page, origin) => {
      await page.goto(`${origin}/en/measures/7d/blog`);
      await expect(page.getByRole('main')).toContainText('this program sees no database');
      await expect(page.getByRole('img', { name: 'Weight of the heaviest page' })).toBeVisible();
    });
  },
);
