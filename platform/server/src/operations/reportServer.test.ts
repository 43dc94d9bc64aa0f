import { rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { ServerLog, type ServerReport } from '@site/releases/ServerLog.ts';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { serverReport } from '@site/testkit/releases/serverReport.ts';
import { readSettings } from '../settings.ts';
import { reportServer } from './reportServer.ts';

const place = { address: 'http://127.0.0.1:3000', origin: 'https://www.example.com', number: 2 };

/** A server that reports into a folder, and what it shows. */
async function reporting(reports: string) {
  const settings = readSettings({ DATA_DIR: reports, REPORTS: reports, SITE_ORIGIN: place.origin, RELEASES: reports });
  const warnings: unknown[] = [];
  const now: { apps: ServerReport['apps'] } = { apps: { blog: { version: 'version-1' } } };
  const log = { warn: (error: unknown) => warnings.push(error) };
  const description = {
    platform: '1.2.0',
    wall: 'isolate',
    apps: () => now.apps,
    condition: async () => ({ ready: true, problems: [] }),
  };
  return { now, warnings, stop: await reportServer({ log, description }, settings, place) };
}

test('a server reports itself, what it shows as soon as that changes, and nothing once it stops', async () => {
  const reports = await newFolder();
  const log = new ServerLog(reports);
  const killed = serverReport({ ...place, host: hostname() });
  await log.write(killed);
  const { now, stop } = await reporting(reports);
  expect(await log.servers(), 'in place of the one that was killed there').toMatchObject([
    { ...place, audience: place.origin, wall: 'isolate', apps: { blog: { version: 'version-1' } }, isGone: false },
  ]);
  now.apps = { blog: { version: 'version-2' } };
  await expect.poll(async () => (await log.servers())[0]?.apps.blog?.version, { timeout: 10_000 }).toBe('version-2');
  await stop();
  expect(await log.servers()).toEqual([]);
});

test('a server that can’t report runs all the same, and says so once', async () => {
  const reports = join(await newFolder(), 'reports');
  await writeFile(reports, 'a file in place of the folder');
  const { now, warnings, stop } = await reporting(reports);
  expect(warnings).toHaveLength(1);
  await rm(reports);
  now.apps = {};
  await expect.poll(() => new ServerLog(reports).servers(), { timeout: 10_000 }).toHaveLength(1);
  expect(warnings).toHaveLength(1);
  await stop();
});
