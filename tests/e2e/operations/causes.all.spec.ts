import { firingAlerts, scrape, type Targets } from '@site/testkit/alerts.ts';
import { goodMessage } from '@site/testkit/api/testApi.ts';
import { startPostgres, type TestPostgres } from '@site/testkit/postgres/startPostgres.ts';
import { findPromtool } from '@site/testkit/promtool.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { canMount, SmallDisk } from '@site/testkit/site/faults/SmallDisk.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import { startApi } from '@site/testkit/site/servers.ts';
import { startMailServer } from '@site/testkit/startMailServer.ts';
import { test as base, expect } from '../support/serverTest.ts';
import { degraded, metricsToken, readiness, ready } from './askOperations.ts';

interface Fixtures {
  /** Prometheus' own tool, which says whether alerts fire. */
  readonly promtool: string;
  /** Registers a function to call at the end of the test, last one first. */
  readonly atEnd: (stop: () => unknown) => void;
}

/** A fault of a server, and what tells its operator. */
interface Trouble {
  readonly site: { readonly origin: string };
  readonly targets: Targets;
  /** Causes the fault, including what visitors do meanwhile. */
  readonly fail: () => Promise<unknown>;
  /** What the site's `/readyz` then says. */
  readonly says: readonly [part: string, reason: RegExp];
  readonly alerts: readonly string[];
  /** What the runbook says to do. */
  readonly fix: () => Promise<unknown>;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  promtool: async ({}, use) => {
    // Downloading Prometheus may take a while.
    test.setTimeout(900_000);
    const promtool = await findPromtool();
    // biome-ignore lint/suspicious/noSkippedTests: outside CI, Prometheus is optional
    test.skip(!promtool && !process.env.CI, 'Needs promtool: install Prometheus.');
    await use(promtool ?? 'promtool');
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  atEnd: async ({}, use) => {
    const stops: (() => unknown)[] = [];
    await use((stop) => void stops.unshift(stop));
    for (const stop of stops) await stop();
  },
});

const token = { METRICS_TOKEN: metricsToken };
const patience = { timeout: 30_000 };
let messages = 0;

/** Sends one more message, as a browser without scripts does. */
async function send(site: { readonly origin: string }, length = 1): Promise<number> {
  messages += 1;
  const message = { ...goodMessage, message: `Message ${messages}: ${'why? '.repeat(length)}` };
  return (await ask(site, addresses.en.contact, { method: 'POST', body: new URLSearchParams(message) })).status;
}

/** Causes the fault, and checks what the operator sees during it and after the fix. */
async function watch(promtool: string, { site, targets, fail, says, alerts, fix }: Trouble): Promise<void> {
  await expect.poll(() => readiness(site), patience).toEqual(ready);
  const before = await scrape(targets);
  expect(await firingAlerts(promtool, before, before), 'while all is well').toEqual([]);
  await fail();
  await expect.poll(() => readiness(site), patience).toEqual(degraded(...says));
  const during = await scrape(targets);
  expect(await firingAlerts(promtool, before, during)).toEqual(expect.arrayContaining([...alerts]));
  await fix();
  await expect.poll(() => readiness(site), patience).toEqual(ready);
  expect(await firingAlerts(promtool, during, await scrape(targets)), 'when it is fixed').toEqual([]);
}

test('the operator is alerted when the API has stopped', async ({ promtool, atEnd, startOwnSite }) => {
  const api = await startApi(token);
  const { port } = new URL(api.origin);
  let stop = api.stop;
  atEnd(() => stop());
  const site = await startOwnSite({ environment: { ...token, API_ORIGIN: api.origin } });
  await watch(promtool, {
    site,
    targets: { site: [site], api: [api] },
    fail: async () => {
      api.program.process.kill('SIGKILL');
      await api.program.exited;
      for (let message = 0; message < 3; message += 1) expect(await send(site), 'the visitor keeps the form').toBe(503);
      for (const { blog } of Object.values(addresses)) await ask(site, blog);
      for (let call = 0; call < 3; call += 1)
        expect((await ask(site, '/api/v1/contact', { method: 'POST', body: '{}' })).status).toBe(503);
    },
    says: ['api', /ECONNREFUSED/],
    alerts: ['SiteApiDown', 'SiteApiFails', 'SiteFormsFail', 'SiteNewsFail'],
    fix: async () => {
      const again = await startApi({ ...token, PORT: port });
      stop = async () => {
        await again.stop();
        await api.stop();
      };
      // The page is rendered again once the version without news has expired.
      await expect.poll(() => send(site), patience).toBe(303);
    },
  });
});

test('the operator is alerted when the API’s name can’t be resolved', async ({ promtool, startOwnSite }) => {
  const site = await startOwnSite({ environment: { ...token, API_ORIGIN: 'http://api.invalid:3100' } });
  await expect.poll(() => readiness(site), patience).toEqual(degraded('api', /name can’t be resolved/));
  const before = await scrape({ site: [site] });
  for (let message = 0; message < 3; message += 1) expect(await send(site)).toBe(503);
  const alerts = await firingAlerts(promtool, before, await scrape({ site: [site] }));
  expect(alerts).toEqual(expect.arrayContaining(['SiteApiDown', 'SiteFormsFail']));
});

test('the operator is alerted when the API’s disk is full', async ({ promtool, atEnd, startOwnSite }) => {
  // biome-ignore lint/suspicious/noSkippedTests: only root on Linux can mount a small disk
  test.skip(!canMount, 'Needs root on Linux, which can mount a small disk.');
  const folder = await temporaryFolder('full-disk');
  const disk = new SmallDisk(folder);
  await disk.mount();
  atEnd(() => disk.unmount());
  const api = await startApi({ ...token, DATA_DIR: folder });
  atEnd(api.stop);
  const site = await startOwnSite({ environment: { ...token, API_ORIGIN: api.origin } });
  await watch(promtool, {
    site,
    targets: { site: [site], api: [api] },
    fail: async () => {
      await disk.fill();
      // The space that the database has allocated takes some messages.
      await expect.poll(() => send(site, 1_500), patience).toBe(503);
      for (let more = 0; more < 7; more += 1) await send(site, 1_500);
      expect(await readiness(api)).toEqual([200, { ready: true, degraded: { disk: expect.stringMatching(/full/) } }]);
    },
    says: ['api', /disk: The disk of DATA_DIR is full: \d/],
    alerts: ['SiteApiDown', 'SiteDiskFull', 'SiteFormsFail'],
    fix: () => disk.empty(),
  });
});

test('the operator is alerted when a mail server refuses twelve times', async ({ promtool, atEnd, startOwnSite }) => {
  const smtp = await startMailServer();
  atEnd(smtp.stop);
  const site = await startOwnSite({ environment: { ...token, SMTP_URL: smtp.url, MAIL_TO: 'team@example.org' } });
  const failures = async () => (await scrape({ site: [site] })).get(retries) ?? 0;
  const retries = 'site_mail_failures_total{job="site",instance="site:1",kind="notice",outcome="retry"}';
  await watch(promtool, {
    site,
    targets: { site: [site] },
    fail: async () => {
      smtp.refuse(454);
      for (let message = 0; message < 4; message += 1) expect(await send(site)).toBe(303);
      await expect.poll(failures, { timeout: 90_000 }).toBeGreaterThanOrEqual(12);
    },
    says: ['mail', /could not be sent.*npx site messages list/],
    alerts: ['SiteMailFails'],
    fix: async () => {
      smtp.refuse(undefined);
      await expect.poll(() => smtp.mails.length, { timeout: 90_000 }).toBe(4);
    },
  });
});

test('the operator is alerted when PostgreSQL was killed', async ({ promtool, atEnd, startOwnSite }) => {
  let postgres: TestPostgres;
  try {
    postgres = await startPostgres();
  } catch (error) {
    if (process.env.CI) throw error;
    // biome-ignore lint/suspicious/noSkippedTests: outside CI, PostgreSQL is optional
    return test.skip(true, `No PostgreSQL can be had here: ${error}`);
  }
  atEnd(postgres.stop);
  const site = await startOwnSite({ environment: { ...token, DATABASE_URL: postgres.url } });
  await watch(promtool, {
    site,
    targets: { site: [site] },
    fail: async () => {
      await postgres.kill();
      for (let message = 0; message < 3; message += 1) expect(await send(site)).toBe(503);
    },
    says: ['database', /can’t be read and written/],
    alerts: ['SiteDatabaseDown', 'SiteFormsFail'],
    fix: () => postgres.startAgain(),
  });
});
