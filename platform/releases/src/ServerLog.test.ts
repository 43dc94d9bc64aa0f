import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { serverReport } from '@site/testkit/releases/serverReport.ts';
import { serverReports } from './limits.ts';
import { ServerLog, type ServerReport } from './ServerLog.ts';

const filesOf = async (reports: string) => (await readdir(join(reports, '.servers'))).toSorted();

/** Makes a report as old as if the server had said nothing since. */
async function age(reports: string, { id }: ServerReport, milliseconds: number): Promise<void> {
  const then = new Date(Date.now() - milliseconds);
  await utimes(join(reports, '.servers', `${id}.json`), then, then);
}

test('of servers that report to one folder, each has its own report, and the last started comes first', async () => {
  const log = new ServerLog(await newFolder());
  expect(await log.servers()).toEqual([]);
  const blog = { version: 'version-2', pointer: { version: 'version-2', since: '2026-01-01T00:00:00.000Z' } };
  const [one, other] = [
    serverReport({ number: 1, apps: { blog } }),
    serverReport({ number: 2, since: '2026-01-02T00:00:00.000Z', ready: false, problems: ['disk: full'] }),
  ];
  for (const server of [one, other]) await log.write(server);
  expect(await log.servers()).toEqual([other, one].map((each) => expect.objectContaining({ ...each, isGone: false })));
  await log.remove(other);
  expect(await log.servers()).toHaveLength(1);
});

test('a server that says nothing more is gone, and later forgotten', async () => {
  const reports = await newFolder();
  const log = new ServerLog(reports);
  const [silent, alive] = [serverReport(), serverReport({ number: 2 })];
  for (const server of [silent, alive]) await log.write(server);
  const isGone = async () => (await log.servers()).find(({ id }) => id === silent.id)?.isGone;
  await age(reports, silent, serverReports.gone - 10_000);
  expect(await isGone()).toBe(false);
  await age(reports, silent, serverReports.gone + 10_000);
  expect(await isGone()).toBe(true);
  await age(reports, silent, serverReports.forgotten + 10_000);
  expect(await isGone(), 'it is left out').toBeUndefined();
  await log.clean(alive);
  expect(await filesOf(reports)).toEqual([`${alive.id}.json`]);
});

test('a reader whose clock is wrong takes no running server for gone', async () => {
  const reports = await newFolder();
  const log = new ServerLog(reports);
  const server = serverReport();
  await log.write(server);
  for (const ahead of [serverReports.clocks, -60 * 60_000]) {
    await age(reports, server, ahead);
    expect(await log.servers(), `${ahead} ms`).toMatchObject([{ isGone: false }]);
  }
  await age(reports, server, serverReports.gone + serverReports.clocks + 10_000);
  expect(await log.servers(), 'the only one').toMatchObject([{ isGone: true }]);
});

test('a server that starts takes the place of the one that was killed there, and of no other', async () => {
  const reports = await newFolder();
  const log = new ServerLog(reports);
  const killed = serverReport({ number: 1 });
  const others = [
    serverReport({ number: 2 }),
    serverReport({ number: 1, host: 'web-2' }),
    serverReport({ number: 1, address: 'http://127.0.0.1:3001' }),
  ];
  const next = serverReport({ number: 1 });
  for (const server of [killed, ...others, next]) await log.write(server);
  await log.clean(next);
  expect(await filesOf(reports)).toEqual([...others, next].map(({ id }) => `${id}.json`).toSorted());
});

test('damaged reports, and those of somebody else’s name, are left out', async () => {
  const reports = await newFolder();
  const log = new ServerLog(reports);
  await log.write(serverReport());
  const { id, ...nameless } = serverReport();
  const outside = serverReport();
  const texts: Readonly<Record<string, string>> = {
    empty: '',
    'half.json': '{',
    'other.json': JSON.stringify({ ...nameless, id }),
    [`${outside.id}.json`]: JSON.stringify({ ...outside, apps: { '../../elsewhere': { version: 'version-1' } } }),
    [`${id}.json`]: JSON.stringify({ ...nameless, id, origin: 'javascript:alert(1)' }),
    'large.json': ' '.repeat(serverReports.bytes + 1),
  };
  for (const [name, text] of Object.entries(texts)) await writeFile(join(reports, '.servers', name), text);
  expect(await log.servers()).toHaveLength(1);
});
