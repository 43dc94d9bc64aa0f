import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { serverReport } from '@site/testkit/releases/serverReport.ts';
import { readRunningSite, removeEarlierSite } from './runningSite.ts';
import { ServerLog } from './ServerLog.ts';

const site = { origin: 'http://127.0.0.1:3001', audience: 'http://localhost', since: '2026-01-01T00:00:00.000Z' };

test('release commands find the site of the server that started last, until it stops', async () => {
  const reports = await newFolder();
  expect(await readRunningSite(reports)).toBeUndefined();
  const later = { ...site, origin: 'http://127.0.0.1:3002', since: '2026-01-02T00:00:00.000Z' };
  const [first, last] = [serverReport(site), serverReport(later)];
  const log = new ServerLog(reports);
  for (const server of [last, first]) await log.write(server);
  expect(await readRunningSite(reports)).toEqual(later);
  await log.remove(last);
  expect(await readRunningSite(reports)).toEqual(site);
  await log.remove(first);
  expect(await readRunningSite(reports)).toBeUndefined();
});

test('a server of an earlier version is found until one of this version has taken its place', async () => {
  const reports = await newFolder();
  await writeFile(join(reports, '.site.json'), JSON.stringify(site));
  expect(await readRunningSite(reports)).toEqual(site);
  await removeEarlierSite(reports);
  expect(await readRunningSite(reports)).toBeUndefined();
});

test.each([
  '',
  '{',
  'null',
  '{"origin":"javascript:alert(1)","audience":"http://localhost","since":"2026-01-01T00:00:00.000Z"}',
])('a damaged file with %s is ignored', async (text) => {
  const reports = await newFolder();
  await writeFile(join(reports, '.site.json'), text);
  expect(await readRunningSite(reports)).toBeUndefined();
});
