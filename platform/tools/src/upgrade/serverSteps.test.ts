import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from '@rstest/core';
import { openDatabase } from '@site/api/database/open.ts';
import { readSettings } from '@site/server/settings.ts';
import { databaseSteps, serverSteps, settingSteps } from './serverSteps.ts';

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'site-upgrade-'));
  folders.push(folder);
  return folder;
}

const server = (port: number, version?: string) => ({ origin: `http://127.0.0.1:${port}`, isReady: true, version });
const commandsOf = (steps: ReturnType<typeof serverSteps>) => steps.flatMap(({ commands }) => commands);

test('servers that run another version are replaced one after the other, after the API that they share', () => {
  const servers = [server(3001), server(3002, '1.1.0'), server(3003, '1.2.0')];
  const steps = serverSteps(servers, '1.2.0', { API_ORIGIN: 'http://10.0.0.4:3100' });
  expect(commandsOf(steps).slice(2)).toEqual([
    'systemctl restart site-api',
    'systemctl reload site',
    'curl -f http://127.0.0.1:3001/readyz',
    'systemctl reload site',
    'curl -f http://127.0.0.1:3002/readyz',
  ]);
  expect(commandsOf(serverSteps(servers, '1.2.0', {}))).not.toContain('systemctl restart site-api');
});

test('servers of this version need nothing', () => {
  expect(serverSteps([server(3001, '1.2.0'), server(3002, '1.2.0')], '1.2.0', {})).toEqual([]);
});

test('a new setting is named, and a set one that is no longer read must be removed', async () => {
  const from = await newFolder();
  await writeFile(join(from, '.env.example'), 'PORT=3000\nOLD_NAME=\nUNUSED=\n');
  const [added, removed, ...others] = settingSteps(from, { OLD_NAME: 'x' });
  expect(added?.what).toContain('RENDER_WALL');
  expect(added?.what).not.toMatch(/\bPORT\b/);
  expect(removed?.what).toContain('OLD_NAME');
  expect(others).toEqual([]);
});

test('a folder that isn’t a checkout is refused', async () => {
  const from = await newFolder();
  expect(() => settingSteps(from, {})).toThrow('SITE-USAGE');
});

test('a database that this version migrates is backed up first, and one of a newer version blocks the update', async () => {
  const dataDir = await newFolder();
  const settings = readSettings({ DATA_DIR: dataDir });
  expect(await databaseSteps(settings), 'a new one').toEqual([]);
  await (await openDatabase({ dataDir })).destroy();
  expect(await databaseSteps(settings), 'an up-to-date one').toEqual([]);
  const change = (statement: string) => {
    const database = new DatabaseSync(join(dataDir, 'site.sqlite'));
    database.exec(statement);
    database.close();
  };
  change("delete from kysely_migration where name = '007-article-language'");
  const [backup] = await databaseSteps(settings);
  expect([backup?.what, backup?.commands]).toEqual([
    expect.stringContaining('007-article-language'),
    [expect.stringContaining('npx site backup')],
  ]);
  change("insert into kysely_migration (name, timestamp) values ('999-later', '2030-01-01')");
  expect(await databaseSteps(settings)).toMatchObject([{ blocks: true, what: expect.stringContaining('999-later') }]);
});
