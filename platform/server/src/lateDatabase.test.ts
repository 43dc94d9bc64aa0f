import { existsSync } from 'node:fs';
import { expect, onTestFinished, test } from '@rstest/core';
import { openDatabase } from '@site/api/database/open.ts';
import { sqliteFile } from '@site/api/database/sqlite.ts';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { lateDatabase } from './lateDatabase.ts';
import { readSettings } from './settings.ts';

/** The database as a control room with these settings sees it. */
async function seenWith(settings: Readonly<Record<string, string>> = {}) {
  const folder = await newFolder();
  const late = lateDatabase(readSettings({ DATA_DIR: folder, ...settings }));
  onTestFinished(late.close);
  return { folder, late };
}

const begin = async (dataDir: string) => (await openDatabase({ dataDir })).destroy();

test('a control room begins no database, and opens the one that is there once for everybody', async () => {
  const none = await seenWith();
  expect(await none.late.open()).toBeUndefined();
  expect(existsSync(sqliteFile(none.folder))).toBe(false);

  const { folder, late } = await seenWith();
  await begin(folder);
  const [one, other] = await Promise.all([late.open(), late.open()]);
  expect(await one?.selectFrom('messages').selectAll().execute()).toEqual([]);
  expect(other).toBe(one);
});

test('the file that an API has left behind, which is elsewhere now, is not its database', async () => {
  const { folder, late } = await seenWith({ API_ORIGIN: 'https://api.example.com' });
  await begin(folder);
  expect(await late.open()).toBeUndefined();
});

test('a room finds the SQLite file of another program on its machine where that is named', async () => {
  const other = await newFolder();
  await begin(other);
  const { late } = await seenWith({ API_ORIGIN: 'https://api.example.com', CONTROL_ROOM_DATA: other });
  expect(await (await late.open())?.selectFrom('messages').selectAll().execute()).toEqual([]);
});

test('a database that is away is an error for everybody who asks, and closes well', async () => {
  const { late } = await seenWith({ DATABASE_URL: 'postgresql://nobody@localhost:1/site' });
  for (let asked = 0; asked < 2; asked += 1) await expect(late.open()).rejects.toThrow('DATABASE_UNREACHABLE');
  await late.close();
});
