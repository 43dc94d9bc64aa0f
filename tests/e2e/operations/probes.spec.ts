import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { addVariant, liveVersion, setLive } from '@site/testkit/site/faults/variant.ts';
import { ask } from '@site/testkit/site/http.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { expect, test } from '../releases/faultTest.ts';
import { secondTier } from '../support/tiers.ts';
import { degraded, readiness, ready, without } from './askOperations.ts';

function changeDatabase({ dataDir }: RunningSite, statement: string): void {
  // The site may be writing.
  const database = new DatabaseSync(join(dataDir, 'site.sqlite'), { timeout: 5_000 });
  database.exec(statement);
  database.close();
}

/** A busy machine takes a while to start workers. */
const recovery = { timeout: 20_000 };

// For an unreachable store, see tests/e2e/releases/unreachableStore.all.spec.ts.
test('the probes report the site as alive and ready, even without its database, since its pages work', async ({
  startOwnSite,
}) => {
  const site = await startOwnSite();
  await expect.poll(() => readiness(site), recovery).toEqual(ready);
  changeDatabase(site, 'alter table revisions rename to revisions_elsewhere');
  expect(await readiness(site)).toEqual(degraded('database'));
  expect((await ask(site, '/en/pricing')).status).toBe(200);
  const alive = await ask(site, '/healthz');
  expect([alive.status, JSON.parse(alive.body)]).toEqual([200, { alive: true }]);
  expect(alive.headers.get('cache-control')).toBe('no-store');
  changeDatabase(site, 'alter table revisions_elsewhere rename to revisions');
  await expect.poll(() => readiness(site)).toEqual(ready);
});

test(
  'a server whose render workers do not start is not ready, until a shell with working ones is live',
  secondTier,
  async ({ store, startOwnSite }) => {
    const whole = await liveVersion(store, 'shell');
    const broken = await addVariant(store, 'shell', { server: { atLoad: 'process.exit(1);' } });
    await setLive(store, 'shell', broken);
    const site = await startOwnSite({ releases: store });
    // The failure of the shell is known a moment later.
    expect(await readiness(site)).toMatchObject(without('workers'));
    await setLive(store, 'shell', whole);
    await expect.poll(() => readiness(site), recovery).toEqual(ready);
  },
);

test(
  'an unusable route policy in the store is reported, and the site keeps the previous one',
  secondTier,
  async ({ store, startOwnSite }) => {
    const site = await startOwnSite({ releases: store });
    await expect.poll(() => readiness(site), recovery).toEqual(ready);
    await writeFile(join(store, 'policy.json'), '{}');
    await expect.poll(() => readiness(site)).toEqual(degraded('policy', /RELEASE-POLICY/));
    expect((await ask(site, '/en/pricing')).status).toBe(200);
    await rm(join(store, 'policy.json'));
    await expect.poll(() => readiness(site)).toEqual(ready);
  },
);
