import { readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import { childrenOf, isRunning } from '@site/testkit/measure/processes.ts';
import { everyAddress } from '@site/testkit/site/addresses.ts';
import { Crowd } from '@site/testkit/site/Crowd.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import { readyOrigin, startCommand, startProgram, stopProgram } from '@site/testkit/site/program.ts';
import { sharedSettings, testedReleases } from '@site/testkit/site/releases.ts';
import type { SiteServer } from '@site/testkit/site/servers.ts';
import { readiness, ready } from '../operations/askOperations.ts';
import { expect, test } from '../support/serverTest.ts';

// Never retried: one failed request is a fault (docs/testing.md).
test.describe.configure({ mode: 'default', retries: 0, timeout: 900_000 });

const visitors = 12;
const patience = { timeout: 120_000 };

/** The server processes behind a port. */
const serversOf = ({ program }: SiteServer): readonly number[] => childrenOf(program.process.pid ?? 0);

/** Visitors of cached pages, and of pages that are rendered for each of them. */
function crowdOf({ origin }: SiteServer): Crowd {
  return new Crowd([origin], (number) => {
    const { path = '', page } = everyAddress[number % everyAddress.length] ?? {};
    return { path: number % 3 === 0 ? `${path}?boundaries` : path, status: page === 'notFound' ? 404 : 200 };
  });
}

/** Waits for that many more answers. */
async function answersOf(crowd: Crowd, count: number): Promise<void> {
  const before = crowd.answered;
  await expect.poll(() => crowd.answered, patience).toBeGreaterThan(before + count);
}

test('SIGHUP under load replaces every server, and no visitor notices', async ({ startOwnProcess }) => {
  const site = await startOwnProcess({ environment: { SERVERS: '2' } });
  const before = serversOf(site);
  const crowd = crowdOf(site);
  crowd.come(visitors);
  await answersOf(crowd, 50);
  site.program.process.kill('SIGHUP');
  await expect.poll(() => serversOf(site).filter((pid) => before.includes(pid)), patience).toEqual([]);
  await answersOf(crowd, 50);
  await crowd.leave();
  expect(crowd.failures).toEqual([]);
  expect(serversOf(site)).toHaveLength(2);
  expect(await readiness(site)).toEqual(ready);
});

test('when one of two servers is killed under load, only requests that it was answering fail, and it is replaced', async ({
  startOwnProcess,
}) => {
  const site = await startOwnProcess({ environment: { SERVERS: '2' } });
  const [killed = 0, other = 0] = serversOf(site);
  const crowd = crowdOf(site);
  crowd.come(visitors);
  await answersOf(crowd, 50);
  process.kill(killed, 'SIGKILL');
  await answersOf(crowd, 50);
  await expect.poll(() => readiness(site), patience).toEqual(ready);
  await answersOf(crowd, 50);
  await crowd.leave();
  // Their connections are reset; nobody gets a wrong answer.
  expect(crowd.failures.filter((failure) => failure.includes('status'))).toEqual([]);
  expect(crowd.failures.length).toBeLessThanOrEqual(visitors);
  expect(serversOf(site)).toContain(other);
  expect(serversOf(site)).toHaveLength(2);
  expect(site.output()).toContain(
    `SITE-SERVER Server 1 of 2 (process ${killed}) has ended: SIGKILL. Another one starts.`,
  );
});

test('SIGHUP reads the file of settings again, and a wrong one leaves the servers as they are', async () => {
  const folder = await temporaryFolder('reload');
  const file = join(folder, 'site.env');
  const settings = (metricsToken: string) =>
    writeFile(file, `SERVERS=2\nMETRICS_TOKEN=${metricsToken}\n`, { mode: 0o600 });
  await settings('the-first-of-the-tokens');
  const program = startProgram('platform/server/src/main.ts', ['--env-file', file], {
    ...sharedSettings(testedReleases),
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    // systemd reads the file, too, and only at the start.
    METRICS_TOKEN: 'the-first-of-the-tokens',
  });
  const site = { origin: await readyOrigin(program) };
  const servers = () => childrenOf(program.process.pid ?? 0);
  const statusWith = async (token: string) =>
    (await ask(site, '/metrics', { headers: { authorization: `Bearer ${token}` } })).status;
  const first = servers();
  await settings('the-second-of-the-tokens');
  program.process.kill('SIGHUP');
  await expect.poll(() => servers().filter((pid) => first.includes(pid)), patience).toEqual([]);
  expect(await statusWith('the-first-of-the-tokens')).toBe(401);
  expect(await statusWith('the-second-of-the-tokens')).toBe(200);

  const second = servers();
  await settings('short');
  program.process.kill('SIGHUP');
  await expect.poll(() => program.output(), patience).toContain('SITE-RELOAD');
  expect(program.output()).toContain('SITE-SETTINGS METRICS_TOKEN');
  expect(servers()).toEqual(second);
  expect(await statusWith('the-second-of-the-tokens')).toBe(200);
  expect(await stopProgram(program)).toBe(0);
  await rm(folder, { recursive: true, force: true });
});

test('servers run what a link leads to, so that SIGHUP takes another checkout', async () => {
  const folder = await temporaryFolder('link');
  const link = join(folder, 'site');
  await symlink(root, link);
  const node = join(link, 'node_modules/.bin/node');
  const environment = { ...sharedSettings(testedReleases), PORT: '0', SERVERS: '2', DATA_DIR: join(folder, 'data') };
  const program = startCommand(root, environment, [node, join(link, 'platform/server/src/main.ts')]);
  await readyOrigin(program);
  for (const pid of childrenOf(program.process.pid ?? 0)) {
    const [first, second] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    expect([first, second]).toEqual([node, join(link, 'platform/server/src/main.ts')]);
    expect(await readlink(`/proc/${pid}/cwd`)).toBe(root);
  }

  // Another checkout, without its packages: there is nothing to start.
  const servers = childrenOf(program.process.pid ?? 0);
  await rm(link);
  await symlink(folder, link);
  program.process.kill('SIGHUP');
  await expect.poll(() => program.output(), patience).toContain('SITE-RELOAD');
  expect(childrenOf(program.process.pid ?? 0)).toEqual(servers);
  expect(await stopProgram(program)).toBe(0);
  await rm(folder, { recursive: true, force: true });
});

test('a server that hangs takes no visitors, and is replaced', async ({ startOwnProcess }) => {
  const site = await startOwnProcess({ environment: { SERVERS: '2' } });
  const [hung = 0] = serversOf(site);
  process.kill(hung, 'SIGSTOP');
  const crowd = crowdOf(site);
  crowd.come(visitors);
  await expect.poll(() => serversOf(site), patience).not.toContain(hung);
  await expect.poll(() => readiness(site), patience).toEqual(ready);
  await crowd.leave();
  expect(crowd.failures).toEqual([]);
});

test('when the supervisor is killed, its servers end, too', async ({ startOwnProcess }) => {
  const site = await startOwnProcess({ environment: { SERVERS: '2' } });
  const servers = serversOf(site);
  site.program.process.kill('SIGKILL');
  await expect.poll(() => servers.filter(isRunning), patience).toEqual([]);
});
