import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { childrenOf } from '@site/testkit/measure/processes.ts';
import { addresses, everyAddress } from '@site/testkit/site/addresses.ts';
import { addVariant, setLive } from '@site/testkit/site/faults/variant.ts';
import { stopProgram } from '@site/testkit/site/program.ts';
import { startSiteProgram } from '@site/testkit/site/servers.ts';
import { metricsToken, readiness, readMetrics, ready } from '../operations/askOperations.ts';
import { expect, test } from '../releases/faultTest.ts';
import { runCli } from '../support/serverTest.ts';
import { firstTierIf, secondTier } from '../support/tiers.ts';

const environment = { SERVERS: '2', METRICS_TOKEN: metricsToken };

interface Origin {
  readonly origin: string;
}

/** Makes a request over a connection of its own: any of the servers may answer. */
async function askAnyServer({ origin }: Origin, path: string, { method = 'GET', headers = {}, body = '' } = {}) {
  const asked = request(origin + path, { method, headers, agent: new Agent() });
  asked.end(body);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await text(response), headers: response.headers };
}

/** How many pages each server has answered, with any status. */
async function pagesOfServers(site: Origin): Promise<readonly number[]> {
  const metrics = [...(await readMetrics(site))];
  const pagesOf = (server: number) =>
    metrics
      .filter(([name]) => name.startsWith('site_requests_total{kind="page"') && name.endsWith(`server="${server}"}`))
      .reduce((sum, [, value]) => sum + value, 0);
  return [pagesOf(1), pagesOf(2)];
}

test(
  'two servers show every page as one server does, and the metrics are those of both',
  secondTier,
  async ({ site: one, startOwnProcess }) => {
    const two = await startOwnProcess({ environment });
    expect(childrenOf(two.program.process.pid ?? 0)).toHaveLength(2);
    expect(await readiness(two)).toEqual(ready);
    let asked = 0;
    const pageOf = async (site: Origin, path: string) =>
      (await askAnyServer(site, path)).body.replaceAll(site.origin, '');
    for (const { path } of everyAddress) {
      const expected = await pageOf(one, path);
      // Not once each: the system decides which server accepts a connection.
      await expect(async () => {
        asked += 1;
        expect(await pageOf(two, path)).toBe(expected);
      }).toPass();
    }
    await expect(async () => {
      await pageOf(two, addresses.en.home);
      asked += 1;
      expect(Math.min(...(await pagesOfServers(two)))).toBeGreaterThan(0);
    }).toPass();
    const [first = 0, second = 0] = await pagesOfServers(two);
    expect(first + second).toBe(asked);
  },
);

test('messages to two servers are stored once, and a visitor may send both together no more than one', async ({
  startOwnProcess,
}) => {
  const site = await startOwnProcess({ environment });
  const send = (number: number) =>
    askAnyServer(site, addresses.en.contact, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: String(
        new URLSearchParams({
          name: 'Ada Lovelace',
          email: 'ada@example.org',
          subject: `To two servers ${number}`,
          message: `Is anyone there? ${number}`,
        }),
      ),
    });
  expect((await send(0)).status).toBe(303);
  const statuses = await Promise.all(Array.from({ length: 34 }, async (_, index) => (await send(index + 1)).status));
  expect(statuses.filter((status) => status === 303)).toHaveLength(29);
  const list = await runCli('messages', site, 'list');
  expect(list.match(/To two servers \d+/g)).toHaveLength(30);
});

test('a release that goes live is live on both servers', secondTier, async ({ store, startOwnProcess }) => {
  const site = await startOwnProcess({ releases: store, environment });
  const version = await addVariant(store, 'blog', {});
  await setLive(store, 'blog', version);
  await expect(async () => {
    const shown = await Promise.all(Array.from({ length: 16 }, () => askAnyServer(site, '/live.json')));
    for (const { body } of shown) expect(body).toContain(version);
  }).toPass();
});

test('two servers stop with exit code 0', secondTier, async ({ startOwnProcess }) => {
  const { program } = await startOwnProcess({ environment });
  expect(await stopProgram(program)).toBe(0);
});

for (const wrong of ['0', '-1', 'abc', '1.5', '65']) {
  test(`SERVERS=${wrong} is refused with what it may be`, firstTierIf(wrong === 'abc'), async () => {
    const program = startSiteProgram({ environment: { SERVERS: wrong } });
    expect(await program.exited).toBe(1);
    expect(program.output()).toBe('SITE-SETTINGS SERVERS must be auto, or a number from 1 to 64.\n');
  });
}

test('two servers on a port that is taken say so once, and end', secondTier, async ({ site }) => {
  const port = new URL(site.origin).port;
  const program = startSiteProgram({ environment: { ...environment, PORT: port } });
  expect(await program.exited).toBe(1);
  expect(program.output().match(/SITE-PORT/g)).toHaveLength(1);
});
