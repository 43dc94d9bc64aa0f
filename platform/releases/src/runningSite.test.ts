import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { readRunningSite, removeRunningSite, writeRunningSite } from './runningSite.ts';

const site = { origin: 'http://127.0.0.1:3001', audience: 'http://localhost', since: '2026-01-01T00:00:00.000Z' };

test('release commands find the site that started last, until it stops', async () => {
  const reports = await newFolder();
  expect(await readRunningSite(reports)).toBeUndefined();
  const later = { ...site, origin: 'http://127.0.0.1:3002', since: '2026-01-02T00:00:00.000Z' };
  await writeRunningSite(reports, site);
  await writeRunningSite(reports, later);
  await removeRunningSite(reports, site);
  expect(await readRunningSite(reports)).toEqual(later);
  await removeRunningSite(reports, later);
  expect(await readRunningSite(reports)).toBeUndefined();
});

test.each([
  '',
  '{',
  'null',
  '{"origin":"javascript:alert(1)","audience":"http://localhost","since":"2026-01-01T00:00:00.000Z"}',
])('a damaged file with %s is ignored', async (text) => {
  const data = await newFolder();
  await writeFile(join(data, '.site.json'), text);
  expect(await readRunningSite(data)).toBeUndefined();
});
