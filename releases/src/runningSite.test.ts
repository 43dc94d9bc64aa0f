import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { readRunningSite, removeRunningSite, writeRunningSite } from './runningSite.ts';

const site = { origin: 'http://127.0.0.1:3001', remotes: ['blog'], since: '2026-01-01T00:00:00.000Z' };

test('release commands find the site that started last, until it stops', async () => {
  const store = await newFolder();
  expect(await readRunningSite(store, '')).toBeUndefined();
  const later = { ...site, origin: 'http://127.0.0.1:3002', since: '2026-01-02T00:00:00.000Z' };
  await writeRunningSite(store, '', site);
  await writeRunningSite(store, '', later);
  await removeRunningSite(store, '', site);
  expect(await readRunningSite(store, '')).toEqual(later);
  await removeRunningSite(store, '', later);
  expect(await readRunningSite(store, '')).toBeUndefined();
});

test.each(['', '{', 'null', '{"origin":"javascript:alert(1)","remotes":[],"since":"2026-01-01T00:00:00.000Z"}'])(
  'a damaged file with %s is ignored',
  async (text) => {
    const data = await newFolder();
    await writeFile(join(data, '.site.json'), text);
    expect(await readRunningSite('https://releases.example', data)).toBeUndefined();
  },
);
