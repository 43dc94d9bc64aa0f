import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { ServerLog } from '@site/releases/ServerLog.ts';
import { serverReport } from '@site/testkit/releases/serverReport.ts';
import { reportsOf } from '@site/testkit/site/releases.ts';
import { metricsToken } from '../operations/askOperations.ts';
import { openRoom } from './openRoom.ts';
import { test } from './releaseTest.ts';

test('shots', async ({ browser, store, startOwnSite }) => {
  const environment = { METRICS_TOKEN: metricsToken };
  const site = await startOwnSite({ releases: store.folder, environment });
  const room = await openRoom(store.folder, environment);
  const log = new ServerLog(reportsOf(store.folder));
  const pointer = { version: 'version-0', since: '2026-01-01T00:00:00.000Z' };
  await log.write(serverReport({ number: 1, ready: false, problems: ['store: The store has not handed over: blog.'], apps: { blog: { version: 'version-0', pointer }, contact: { version: 'version-0', pointer, refused: 'RELEASE-REPLAYED' } } }));
  const gone = serverReport({ host: 'web-2', number: 2 });
  await log.write(gone);
  const then = new Date(Date.now() - 600_000);
  await utimes(join(reportsOf(store.folder), '.servers', `${gone.id}.json`), then, then);
  await new FaultLog(reportsOf(store.folder)).write({ app: 'blog', version: await store.live('blog'), module: './list', code: 'RENDER-FAILED', message: 'RENDER-FAILED It threw\n  at src/pages/list/ListPage.tsx:12:7', at: new Date().toISOString() });
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(room.link('owner'));
  await page.getByRole('button', { name: 'Come in' }).click();
  for (const [name, path] of [['servers', '/en/servers'], ['why', '/fr/why?address=/en/blog'], ['why-es', '/es/why?address=//evil.example']] as const) {
    await page.goto(room.origin + path);
    for (const s of await page.locator('summary').all()) await s.click();
    for (const width of [1440, 390]) for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `/tmp/w/why-shots/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
  await page.setExtraHTTPHeaders({ 'x-site-explain': metricsToken });
  await page.goto(`${site.origin}/en/blog?boundaries`);
  await page.locator('.boundaries summary').click();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `/tmp/w/why-shots/boundaries-${width}.png` });
  }
  await context.close();
  await room.close();
});
