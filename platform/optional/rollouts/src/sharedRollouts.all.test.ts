import { afterEach, expect, rstest, test } from '@rstest/core';
import { plainSet, type Release, type ReleaseSet } from '@site/releases/Release.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { memoryHere } from '@site/testkit/memory/memoryHere.ts';
import { buildApp, newFolder } from '@site/testkit/releases/fixtures.ts';
import { noCounts } from './counts.ts';
import { listedRollout } from './judge.ts';
import { RolloutLog } from './RolloutLog.ts';
import { Rollouts } from './Rollouts.ts';

const opened: Rollouts[] = [];

afterEach(() => {
  for (const rollouts of opened.splice(0)) rollouts.close();
});

const rollout = { share: 50, since: '2030-01-01T00:00:00Z', salt: 'salt-of-the-rollout' };

async function release(version: string): Promise<Release> {
  const folder = await newFolder();
  return { manifest: await buildApp(folder, { version }), folder };
}

/** Two servers with folders of their own and a memory that they share, during a rollout. */
async function sharing() {
  const [live, candidate] = [await release('version-1'), await release('version-2')];
  const candidates = new Map([['blog', { ...rollout, release: candidate }]]);
  const set: ReleaseSet = { ...plainSet(live, new Map([['blog', [live]]]), openPolicy), candidates };
  const shared = memoryHere();
  const server = async () => {
    const reports = new RolloutLog(await newFolder());
    const log = { warn: rstest.fn(), error: rstest.fn() };
    const rollouts = new Rollouts({ current: () => set, secret: () => 'of the servers', reports, shared, log });
    opened.push(rollouts);
    /** What commands see that read this server's folder. */
    const listed = async () => await listedRollout('blog', { version: 'version-2', ...rollout }, reports);
    return { rollouts, listed, log };
  };
  return { candidate, end: () => candidates.clear(), shared, one: await server(), other: await server() };
}

const addressOf = (visitor: number) => `198.51.100.${visitor}`;

/** Reports are exchanged once a second. */
const patience = { timeout: 10_000 };

test('wherever a command looks, it sees what all servers with a shared memory have seen', async () => {
  const { one, other, end } = await sharing();
  for (const visitor of [1, 2, 3]) one.rollouts.viewed('blog', ['blog'], addressOf(visitor));
  for (const visitor of [3, 4]) other.rollouts.viewed('blog', ['blog'], addressOf(visitor));
  other.rollouts.viewed('blog', [], addressOf(5));
  const all = { servers: 2, candidate: { views: 4 }, live: { views: 1 } };
  for (const { listed } of [one, other]) await expect.poll(listed, patience).toMatchObject(all);
  end();
  for (const { listed } of [one, other]) await expect.poll(listed, patience).toMatchObject({ servers: 0 });
});

test('a network whose browsers report to several servers counts once, and while the memory is away once on each', async () => {
  const { one, other, shared, candidate } = await sharing();
  const report = (address: string) => {
    for (const { rollouts } of [one, other, one, other]) rollouts.browserFailed(candidate, address);
  };
  for (const address of ['198.51.100.1', '198.51.100.2']) report(address);
  await expect.poll(one.listed, patience).toMatchObject({ candidate: { browserFailures: 2 } });
  shared.setAway(true);
  report('198.51.100.3');
  shared.setAway(false);
  for (const { listed } of [one, other])
    await expect.poll(listed, patience).toMatchObject({ servers: 2, candidate: { browserFailures: 4 } });
});

test('what servers count while the memory is away or lost is neither lost nor counted twice', async () => {
  const { one, other, shared } = await sharing();
  one.rollouts.viewed('blog', ['blog'], addressOf(1));
  await expect.poll(other.listed, patience).toMatchObject({ servers: 2, candidate: { views: 1 } });
  shared.setAway(true);
  one.rollouts.viewed('blog', ['blog'], addressOf(2));
  other.rollouts.viewed('blog', ['blog'], addressOf(3));
  await expect.poll(one.listed, patience).toMatchObject({ candidate: { views: 2 } });
  shared.lose();
  shared.setAway(false);
  for (const { listed } of [one, other])
    await expect.poll(listed, patience).toMatchObject({ servers: 2, candidate: { views: 3 } });
});

test.each([
  ['that throws on one server', 1, 'threw'],
  ['that is late three times on two servers together', 2, 'late'],
] as const)('a version %s is taken back by both', async (_, servers, kind) => {
  const { one, other, candidate } = await sharing();
  for (const { rollouts } of [one, other].slice(0, servers))
    rollouts.renderFailed(candidate, { kind, message: 'It broke.' });
  if (kind === 'late') one.rollouts.renderFailed(candidate, { kind, message: 'It broke.' });
  for (const { rollouts, listed, log } of [one, other]) {
    await expect.poll(() => rollouts.shares().get('blog'), patience).toBe(0);
    await expect.poll(listed, patience).toMatchObject({ servers: 2, takenBackBy: 2 });
    expect(log.error).toHaveBeenCalledWith(expect.anything(), expect.stringMatching(/^SITE-ROLLOUT blog@version-2 /));
  }
});

test('anything but a report in the shared memory changes nothing', async () => {
  const { one, shared } = await sharing();
  one.rollouts.viewed('blog', ['blog'], addressOf(1));
  const place = JSON.stringify(['rollout', 'blog', 'version-2', rollout.salt, rollout.since]);
  const good = { version: 'version-2', ...rollout, candidate: noCounts, live: noCounts };
  const name = '00000000-0000-4000-8000-000000000000';
  for (const [server, report] of [
    [name, '{'],
    [name.replace('0', '1'), JSON.stringify({ ...good, candidate: { ...noCounts, threw: -1 } })],
    ['../../elsewhere', JSON.stringify({ ...good, takenBack: 'It broke.' })],
  ] as const)
    await shared.setEntry(place, server, report, 1_000);
  await expect.poll(async () => (await shared.entries(place)).size, patience).toBe(5);
  await expect.poll(one.listed, patience).toMatchObject({ servers: 2, takenBackBy: 0, candidate: { views: 1 } });
});
