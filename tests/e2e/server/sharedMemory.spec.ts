import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { setRollout } from '@site/rollouts/setRollout.ts';
import { serverLimits } from '@site/server/limits.ts';
import { beaconPath } from '@site/shared/contract/beacon.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { type RunningRedis, startRedis } from '@site/testkit/memory/startRedis.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { FaultyProxy } from '@site/testkit/site/faults/FaultyProxy.ts';
import { addVariant, liveVersion, setLive } from '@site/testkit/site/faults/variant.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { metricsToken, readMetrics } from '../operations/askOperations.ts';
import { test as base, expect } from '../support/serverTest.ts';
import { secondTier } from '../support/tiers.ts';

interface Fixtures {
  readonly redis: RunningRedis;
  /** Forwards to Redis, until the test lets the network fail. */
  readonly network: FaultyProxy;
  /** A copy of the tested releases that the test may damage. */
  readonly store: string;
  /** Starts a server of the site, with a data folder of its own. */
  readonly startServer: (environment?: Record<string, string>) => Promise<RunningSite>;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  redis: async ({}, use, testInfo) => {
    const redis = await startRedis();
    testInfo.skip(!redis, 'Needs Redis: run on Debian, where it can be fetched.');
    if (!redis) return;
    await use(redis);
    await redis.stop();
  },
  network: async ({ redis }, use) => {
    const network = await FaultyProxy.start(redis.url);
    await use(network);
    await network.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  store: async ({}, use) => {
    const store = await temporaryFolder('releases');
    await cp(testedReleases, store, { recursive: true });
    await use(store);
    await rm(store, { recursive: true, force: true, maxRetries: 5 });
  },
  startServer: async ({ network, store, startOwnProcess }, use) => {
    await use((environment) =>
      startOwnProcess({
        releases: store,
        environment: {
          SHARED_MEMORY: network.address,
          SITE_ORIGIN: 'http://localhost:3000',
          METRICS_TOKEN: metricsToken,
          ...environment,
        },
      }),
    );
  },
});

const { blog, pricing } = addresses.en;
const patience = { timeout: 20_000 };

const keyOf = (path: string) => `site:1:http://localhost:3000:page ${path}`;

/** Shows a page until it is in the shared memory. */
async function share({ client }: RunningRedis, site: RunningSite, path: string): Promise<void> {
  expect((await ask(site, path)).status).toBe(200);
  await expect.poll(() => client.exists(keyOf(path)), patience).toBe(1);
}

/** Makes a blog live that fails. */
async function breakBlog(store: string): Promise<void> {
  const page = `({ ...page, component: () => { throw new Error('It broke.'); } })`;
  await setLive(store, 'blog', await addVariant(store, 'blog', { server: { page } }));
}

test('a new server shows the last good page that another one has rendered, while the page fails', async ({
  redis,
  store,
  startServer,
}) => {
  const good = await liveVersion(store, 'blog');
  await share(redis, await startServer(), blog);
  await breakBlog(store);
  const added = await startServer();
  const { status, headers, body } = await ask(added, blog);
  expect([status, headers.get('cache-status')]).toEqual([200, expect.stringContaining('stale-if-error')]);
  expect(body).toContain(`data-release="${good}"`);
  expect((await readMetrics(added)).get('site_shared_memory_reads_total{result="hit"}')).toBe(1);
  expect((await ask(await startServer({ SHARED_MEMORY: '' }), blog)).status, 'without the memory').toBe(404);
});

test('what others write into the shared memory is not shown to visitors', async ({ redis, store, startServer }) => {
  const { client } = redis;
  const site = await startServer();
  await share(redis, site, blog);
  await share(redis, site, pricing);
  await breakBlog(store);
  const stored = (await client.get(keyOf(blog))) ?? '';
  const added = await startServer();
  const place = keyOf(blog);
  for (const [what, put] of [
    ['an altered page', () => client.set(place, stored.replace('</title>', ' altered</title>'))],
    ['a page without signature', () => client.set(place, stored.slice(stored.indexOf('\n') + 1))],
    ['another address’s page', async () => client.set(place, (await client.get(keyOf(pricing))) ?? '')],
    ['32 MB', () => client.set(place, 'x'.repeat(32 * 2 ** 20))],
    ['a list', () => client.multi().del(place).rPush(place, stored).exec()],
    ['nothing', () => client.del(place)],
  ] as const) {
    await put();
    expect((await ask(added, `${blog}`)).status, what).toBe(404);
  }
  await client.set(place, stored);
  await expect.poll(async () => (await ask(added, blog)).status, patience).toBe(200);
});

const report = (site: RunningSite, visitor: string) =>
  ask(site, beaconPath, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'x-forwarded-for': visitor },
    body: '{"vitals":{"lcp":1}}',
  });

/** Pages that aren't in the cache are answered, and reports sooner than if each waited for the memory. */
async function expectQuickAnswers(site: RunningSite, what: string): Promise<void> {
  expect((await ask(site, `${pricing}?boundaries`)).status, what).toBe(200);
  const times: number[] = [];
  for (let visitor = 1; visitor < 20; visitor += 1) {
    const begun = performance.now();
    expect((await report(site, `198.51.100.${visitor}`)).status, what).toBe(204);
    times.push(performance.now() - begun);
  }
  // The circuit breaker lets one in a while through.
  const median = times.toSorted((a, b) => a - b).at(times.length / 2);
  expect(median, what).toBeLessThan(100);
}

test(
  'without its shared memory, dead, silent or full, a server answers as one that has none',
  secondTier,
  async ({ redis, network, store, startServer }) => {
    const site = await startServer();
    await share(redis, site, blog);
    const isUp = async () => (await readMetrics(site)).get('site_shared_memory_up');
    await breakBlog(store);

    network.silence();
    await expect.poll(isUp, patience).toBe(0);
    await expectQuickAnswers(site, 'silent');
    const added = await startServer();
    expect((await ask(added, blog)).status, 'a new server that finds nobody').toBe(404);
    expect(site.output() + added.output()).toContain('SITE-SHARED The shared memory doesn’t answer');

    await network.heal();
    await expect.poll(isUp, patience).toBe(1);
    await expect.poll(async () => (await ask(added, blog)).status, patience).toBe(200);

    await network.refuse();
    await expect.poll(isUp, patience).toBe(0);
    await expectQuickAnswers(site, 'dead');
    await network.heal();
    await expect.poll(isUp, patience).toBe(1);

    await redis.client.configSet({ maxmemory: '1', 'maxmemory-policy': 'noeviction' });
    await expect
      .poll(() => site.output() + added.output(), patience)
      .toContain('SITE-SHARED The shared memory refuses');
    await expectQuickAnswers(site, 'full');
    await redis.client.configSet({ maxmemory: '0' });
  },
);

test(
  'a shared memory that comes back empty has the pages again within seconds',
  secondTier,
  async ({ redis, startServer }) => {
    const site = await startServer();
    await share(redis, site, blog);
    await redis.kill();
    await redis.start();
    await expect.poll(() => redis.client.exists(keyOf(blog)), patience).toBe(1);
    await redis.client.flushAll();
    await expect.poll(() => redis.client.exists(keyOf(blog)), patience).toBe(1);
  },
);

/** Two servers together take as many reports from a network as one may. */
async function expectOneLimit(servers: readonly RunningSite[]): Promise<void> {
  const { fromNetwork } = serverLimits.beacon;
  const burst = async () => {
    const begun = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 2 * fromNetwork }, (_, index) => report(servers[index % 2] as RunningSite, '198.51.100.77')),
    );
    const taken = answers.filter(({ status }) => status === 204).length;
    // Only within one second do they count together.
    return performance.now() - begun < 900 ? taken : undefined;
  };
  await expect.poll(burst, { timeout: 30_000, intervals: [1_100] }).toBe(fromNetwork);
}

test(
  'all servers together take as many reports from a network as one, and keep no address',
  secondTier,
  async ({ redis, startServer }) => {
    const servers = [await startServer(), await startServer()];
    await expectOneLimit(servers);
    const stored = [];
    for await (const keys of redis.client.scanIterator()) stored.push(...keys);
    expect(stored.join('\n')).not.toContain('198.51.100');
  },
);

/** Makes a blog live that has a search and a form, and an API that nobody grants. */
async function addSearchAndForm(store: string): Promise<void> {
  const file = join(store, 'blog', await liveVersion(store, 'blog'), 'release.json');
  const { pages = [] } = JSON.parse(await readFile(file, 'utf8')) as ReleaseManifest;
  const manifest = {
    apis: { events: { description: 'Who comes' } },
    forms: { signup: { to: 'events/signups', fields: { name: { max: 100 } } } },
    pages: pages.map((page) => (page.name === 'blog' ? { ...page, search: { q: { max: 30 } }, form: 'signup' } : page)),
  };
  await setLive(store, 'blog', await addVariant(store, 'blog', { manifest }));
}

test(
  'all servers together answer as many searches and forms of a network as one, and each as many as before while the memory is away',
  secondTier,
  async ({ network, store, startServer }) => {
    test.setTimeout(300_000);
    await addSearchAndForm(store);
    const servers = [await startServer(), await startServer()];
    const from = (visitor: string) => ({ 'x-forwarded-for': visitor, accept: 'text/html' });
    const search = (site: RunningSite, visitor: string) => ask(site, `${blog}?q=word`, { headers: from(visitor) });
    // As a script does: refused forms without one have a limit of their own.
    const post = (site: RunningSite, visitor: string) => {
      const headers = { ...from(visitor), accept: 'application/json' };
      return ask(site, blog, { method: 'POST', headers, body: new URLSearchParams({ name: 'Ada' }) });
    };
    let visitors = 0;
    /** How many of a network's requests, some more than it may send in turn to both servers, aren't answered with “too many”. */
    const answered = async (send: typeof search, fromNetwork: number) => {
      visitors += 1;
      const visitor = `198.51.100.${visitors}`;
      const statuses: number[] = [];
      const times = Array.from({ length: fromNetwork + 8 }, (_, time) => time).values();
      const sender = async () => {
        for (const time of times) statuses.push((await send(servers[time % 2] as RunningSite, visitor)).status);
      };
      await Promise.all([sender(), sender()]);
      return statuses.filter((status) => status !== 429).length;
    };
    const areUp = async () =>
      await Promise.all(servers.map(async (site) => (await readMetrics(site)).get('site_shared_memory_up')));
    const all = [
      [search, serverLimits.search.fromNetwork],
      [post, serverLimits.forms.fromNetwork],
    ] as const;
    // On a busy machine, servers may not wait for an answer of the memory.
    for (const [send, most] of all) await expect.poll(() => answered(send, most), { timeout: 100_000 }).toBe(most);
    await network.refuse();
    await expect.poll(areUp, patience).toEqual([0, 0]);
    for (const [send, most] of all) expect(await answered(send, most), 'each alone').toBe(most + 8);
  },
);

test(
  'in a rollout, each server knows what the others saw, and takes back what they take back',
  secondTier,
  async ({ store, startServer }) => {
    const version = await addVariant(store, 'blog', {
      server: { page: `({ ...page, component: () => { throw new Error('It broke.'); } })` },
    });
    const folders = [await temporaryFolder('reports'), await temporaryFolder('reports')];
    const [one, other] = await Promise.all(folders.map((folder) => startServer({ REPORTS: folder })));
    await setRollout(new FolderStore(store), 'blog', { version, share: 50 });
    const visit = (site: RunningSite | undefined, visitor: number) =>
      ask(site as RunningSite, blog, { headers: { 'x-forwarded-for': `198.51.100.${visitor}` } });
    const share = async (site: RunningSite | undefined) =>
      (await readMetrics(site as RunningSite)).get('site_rollout_share{app="blog"}');
    await expect.poll(() => share(other), patience).toBe(0.5);
    await expect
      .poll(async () => {
        for (let visitor = 0; visitor < 20; visitor += 1) expect((await visit(one, visitor)).status).toBe(200);
        return await share(one);
      }, patience)
      .toBe(0);
    // Its only visitor gets the live version.
    await expect.poll(async () => [(await visit(other, 1)).status, await share(other)], patience).toEqual([200, 0]);
    expect((other as RunningSite).output()).toContain(`SITE-ROLLOUT blog@${version} is taken back`);
    // The servers still write into them.
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  },
);

test(
  'over TLS, servers share pages with the memory whose certificate they trust, and send nothing to another',
  secondTier,
  async ({ store, startOwnProcess }, testInfo) => {
    const redis = await startRedis({ tls: true });
    testInfo.skip(!redis, 'Needs Redis: run on Debian, where it can be fetched.');
    if (!redis) return;
    const environment = { SHARED_MEMORY: redis.url, SITE_ORIGIN: 'http://localhost:3000', METRICS_TOKEN: metricsToken };
    const start = (different: Record<string, string>) =>
      startOwnProcess({ releases: store, environment: { ...environment, ...different } });
    const isUp = async (site: RunningSite) => (await readMetrics(site)).get('site_shared_memory_up');

    const stranger = await start({});
    expect((await ask(stranger, blog)).status).toBe(200);
    await expect.poll(() => stranger.output(), patience).toMatch(/self-signed certificate.*SITE-SHARED/);
    expect(await isUp(stranger)).toBe(0);
    expect(await redis.client.dbSize()).toBe(0);

    const trusting = { NODE_EXTRA_CA_CERTS: redis.certificate ?? '' };
    await share(redis, await start(trusting), blog);
    await breakBlog(store);
    expect((await ask(await start(trusting), blog)).status, 'the page of the other').toBe(200);

    const plain = await start({ SHARED_MEMORY: redis.url.replace('rediss:', 'redis:') });
    expect((await ask(plain, pricing)).status, 'without TLS').toBe(200);
    await expect.poll(() => isUp(plain), patience).toBe(0);
    await redis.stop();
  },
);

test(
  'two processes of one server share their limits and pages with a third of another',
  secondTier,
  async ({ redis, store, startServer }) => {
    const one = await startServer({ SERVERS: '2' });
    const other = await startServer();
    await share(redis, one, blog);
    await expectOneLimit([one, other]);
    await breakBlog(store);
    for (const site of [one, other]) await expect.poll(async () => (await ask(site, blog)).status, patience).toBe(200);
  },
);
