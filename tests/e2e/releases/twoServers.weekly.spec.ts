import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import { everyAddress, languages } from '@site/testkit/site/addresses.ts';
import { addVariant, setLive } from '@site/testkit/site/faults/variant.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { readiness, readMetrics, without } from '../operations/askOperations.ts';
import { expect, test } from './twoServersTest.ts';
import { answers, expectStoredOnce, Visitors } from './visitorsOfServers.ts';

// One after the other: they may download nginx, and need the whole machine. Never retried: one failed request is a fault (docs/testing.md).
test.describe.configure({ mode: 'default', retries: 0, timeout: 900_000 });

const endings = [
  ['killed', 'SIGKILL'],
  ['stopped for an update', 'SIGTERM'],
  ['hung', 'SIGSTOP'],
] as const;

for (const [what, signal] of endings) {
  test(`when one of two servers behind nginx is ${what} under load, no visitor notices`, async ({
    api,
    folder,
    nginx,
    startOwnProcess,
    startProxy,
  }) => {
    const environment = { API_ORIGIN: api.origin };
    const [ended, other] = await Promise.all([startOwnProcess({ environment }), startOwnProcess({ environment })]);
    const servers = [ended.origin, other.origin] as const;
    const proxy = await startProxy({ program: nginx, servers, folder: join(folder, 'nginx') });

    const visitors = new Visitors(proxy.origin);
    await visitors.seeEveryPage();
    visitors.begin();
    await answers(visitors, 50);
    ended.program.process.kill(signal);
    await answers(visitors, 100);
    await visitors.end();
    // One that hangs couldn't be stopped.
    ended.program.process.kill('SIGCONT');

    expect(visitors.failures).toEqual([]);
    expect(visitors.answered).toBeGreaterThan(everyAddress.length);
    expect(proxy.log(), 'nginx has met the dead server').toContain(new URL(ended.origin).host);

    await expectStoredOnce(visitors, api);
    expect(visitors.accepted.length).toBeGreaterThan(visitors.unsure.length);
  });
}

test('when two servers behind nginx are restarted one after the other, and one comes back unable to render, no visitor notices', async ({
  folder,
  pair: { servers, proxy },
}) => {
  const [first] = servers;
  const visitors = new Visitors(proxy.origin);
  await visitors.seeEveryPage();
  visitors.begin();
  for (const server of servers) {
    await server.stop();
    await server.start();
    // Until then nginx leaves a server alone that did not answer, and the next one can't end without visitors noticing.
    await until(async () => (await pagesSent(server)) > 10);
  }
  const store = join(folder, 'store');
  await cp(testedReleases, store, { recursive: true });
  await setLive(store, 'shell', await addVariant(store, 'shell', { server: { atLoad: 'process.exit(1);' } }));
  await first.stop();
  await first.start(store);
  await answers(visitors, 150);
  expect(await readiness(first)).toMatchObject(without('takeover', /SITE-TAKEOVER/));
  await visitors.end();
  await Promise.all(servers.map((server) => server.stop()));
  expect(visitors.failures, [...servers.flatMap(({ refusals }) => refusals), proxy.log()].join('\n')).toEqual([]);
});

test('when both servers behind nginx restart at once, visitors get their page or are told in their language when to come back, and no message is lost', async ({
  api,
  pair: { servers, proxy },
}) => {
  const outage = await outagePages();
  // With 503 while no server answers, and with 502 from a server that starts, when nginx has no other to ask.
  const visitors = new Visitors(proxy.origin, (status, page) => [502, 503].includes(status) && outage.includes(page));
  await visitors.seeEveryPage();
  visitors.begin();
  await answers(visitors, 50);
  await Promise.all(
    servers.map(async (server) => {
      await server.stop();
      await server.start();
    }),
  );
  for (const server of servers) await until(async () => (await readiness(server))[0] === 200);
  // Longer than nginx leaves a server alone that did not answer.
  await answers(visitors, 150);
  const told = visitors.told;
  await answers(visitors, 150);
  expect(visitors.told, 'the outage ends by itself').toBe(told);
  await visitors.end();
  expect(visitors.failures, proxy.log()).toEqual([]);
  expect(told, 'some visitors came while no server answered').toBeGreaterThan(0);
  await expectStoredOnce(visitors, api);
});

/** nginx's pages while no server answers. */
async function outagePages(): Promise<readonly string[]> {
  const names = languages.flatMap((language) => [`page-${language}`, `form-${language}`]);
  return await Promise.all(names.map((name) => readFile(join(root, `docs/deploy/outage/${name}.html`), 'utf8')));
}

/** How many pages a server has sent to visitors since its start. */
const pagesSent = async (server: Parameters<typeof readMetrics>[0]) =>
  (await readMetrics(server)).get('site_requests_total{kind="page",status="2xx"}') ?? 0;

const until = (isSo: () => Promise<boolean>) => expect.poll(isSo, { timeout: 60_000 }).toBe(true);
