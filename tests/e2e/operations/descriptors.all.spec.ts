import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { rendererLimits } from '@site/renderer/limits.ts';
import { childrenOf, killAll } from '@site/testkit/measure/processes.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import type { SiteServer } from '@site/testkit/site/servers.ts';
import { startApi } from '@site/testkit/site/servers.ts';
import { expect, test } from '../support/serverTest.ts';
import { metricsToken, readMetrics } from './askOperations.ts';

/** Fewer than the idle connections. */
const descriptors = 256;
const crowd = 400;

/** Opens connections that send nothing. Resolves when each is connected or refused. */
async function openIdle({ origin }: Pick<SiteServer, 'origin'>, count: number): Promise<readonly Socket[]> {
  const { hostname, port } = new URL(origin);
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname));
  // A refused connection is reset.
  for (const socket of sockets) socket.on('error', () => {});
  await Promise.all(sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
  return sockets;
}

/** Expects the server to accept a new visitor within a moment, while the crowd stays. */
const expectTaken = (server: Pick<SiteServer, 'origin'>, path: string) =>
  expect
    .poll(() =>
      ask(server, path).then(
        ({ status }) => status,
        () => 'disconnected',
      ),
    )
    .toBe(200);

const close = (sockets: readonly Socket[]) => {
  for (const socket of sockets) socket.destroy();
};

test('with more idle connections than the process has descriptors, visitors get pages, files and answers of the API', async ({
  startOwnProcess,
}) => {
  const site = await startOwnProcess({ descriptors, environment: { METRICS_TOKEN: metricsToken } });
  const idle = await openIdle(site, crowd);
  await expectTaken(site, addresses.en.home);
  const visits = [addresses.en.home, addresses.fr.contact, addresses.es.blog, '/robots.txt', '/api/v1/blog/en'];
  for (const path of visits) expect((await ask(site, path)).status, path).toBe(200);
  expect((await ask(site, '/assets/shell/missing.js')).status).toBe(404);
  const metrics = await readMetrics(site);
  expect(metrics.get('site_connections_closed_total{reason="idle"}')).toBeGreaterThan(0);
  expect(metrics.get('site_connections')).toBeLessThanOrEqual(metrics.get('site_connections_max') ?? 0);
  expect(metrics.get('process_open_fds'), 'a reserve is left').toBeLessThan(descriptors / 2);
  expect(site.output().match(/SITE-CONNECTIONS/g), 'logged once').toHaveLength(1);
  expect(site.output()).not.toContain('EMFILE');
  close(idle);
});

test('the API has room for visitors, however many connections are idle', async () => {
  const api = await startApi({}, descriptors);
  const idle = await openIdle(api, crowd);
  await expectTaken(api, '/api/v1/blog/en');
  expect(api.program.output()).not.toContain('EMFILE');
  close(idle);
  await api.stop();
});

test('a server that runs out of descriptors keeps running, and recovers when it gets more', async ({
  startOwnProcess,
}) => {
  // biome-ignore lint/suspicious/noSkippedTests: elsewhere the limit of a running process can't be changed
  test.skip(process.platform !== 'linux', 'Needs Linux.');
  const site = await startOwnProcess();
  const { pid = 0 } = site.program.process;
  const visitor = new Agent({ keepAlive: true, maxSockets: 1 });
  const statusOf = (path: string) => statusOver(visitor, site.origin + path);
  const { body } = await ask(site, addresses.en.home);
  const [file = ''] = /\/assets\/shell\/[\w.]+\.css/.exec(body) ?? [];
  expect(await statusOf(addresses.en.home)).toBe(200);

  await limitDescriptors(pid, 1);
  killAll(childrenOf(pid));
  await expect.poll(() => site.output()).toContain('SITE-WORKER');
  expect(await statusOf(addresses.en.home), 'a page from the cache').toBe(200);
  expect(await statusOf(file), 'a file that can’t be opened').toBe(500);
  expect(await statusOf(`${addresses.en.pricing}?boundaries`), 'a page that no worker can render').toBe(503);
  // A visitor who comes now is refused, and nothing else happens.
  await ask(site, addresses.en.home).catch(() => {});

  await limitDescriptors(pid, 4096);
  // Workers that could not be started are tried again at intervals.
  const timeout = rendererLimits.workerBackoff.longest + 10_000;
  for (const path of [file, addresses.en.team, addresses.es.blog])
    await expect.poll(() => statusOf(path), { message: path, timeout }).toBe(200);
  await expect.poll(async () => (await ask(site, '/readyz')).status).toBe(200);
  visitor.destroy();
});

const run = promisify(execFile);

const limitDescriptors = (pid: number, count: number) => run('prlimit', ['--pid', String(pid), `--nofile=${count}:`]);

/** Requests an address over an open connection, if the agent has one. */
async function statusOver(agent: Agent, url: string): Promise<number | undefined> {
  const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}
