import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, expect, test } from '@rstest/core';
import { openDatabase } from '@site/api/database/open.ts';
import { root } from '@site/bundling/project.ts';
import { readSettings } from '@site/server/settings.ts';
import { readCommands } from '../checks/commands/commandTree.ts';
import { nginxSteps } from './nginxSteps.ts';
import { pasted } from './pasted.ts';
import { databaseSteps, serverSteps, settingSteps } from './serverSteps.ts';
import { assertNoneSkipped } from './versions.ts';

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
    "timeout 60 sh -c 'until curl -fs http://127.0.0.1:3001/readyz; do sleep 0.2; done'",
    'systemctl reload site',
    "timeout 60 sh -c 'until curl -fs http://127.0.0.1:3002/readyz; do sleep 0.2; done'",
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

test('files of nginx that have changed are named', async () => {
  const from = await newFolder();
  await cp(join(root, 'docs/deploy'), join(from, 'docs/deploy'), { recursive: true });
  expect(nginxSteps(from)).toEqual([]);
  await writeFile(join(from, 'docs/deploy/nginx.conf'), 'server {}\n');
  expect(nginxSteps(from)).toMatchObject([{ what: expect.stringMatching(/copy nginx\.conf of docs\/deploy\//) }]);
});

test('a database that this version changes is backed up first, and one that it can’t go on with blocks the update', async () => {
  const dataDir = await newFolder();
  const settings = readSettings({ DATA_DIR: dataDir });
  const steps = (...running: string[]) => databaseSteps(settings, running, { environment: { DATA_DIR: dataDir } });
  expect(await steps('1.2.0'), 'a new one').toEqual([]);
  await (await openDatabase({ dataDir })).destroy();
  expect(await steps('1.2.0'), 'an up-to-date one').toEqual([]);
  const change = (statement: string) => {
    const database = new DatabaseSync(join(dataDir, 'site.sqlite'));
    database.exec(statement);
    database.close();
  };
  change("delete from kysely_migration where name = '007-article-language'");
  const [backup] = await steps('1.2.0');
  expect(backup?.what).toMatch(/007-article-language.*The version before can’t start on it/);
  expect(backup?.commands.at(-1)).toMatch(/DATA_DIR=\S+ npx site backup \/var\/backups\/site\/before-[\d.]+\.sqlite$/);
  expect((await steps('1.3.0', '1.3.1'))[0]?.what).toContain('1.3.0 and 1.3.1 can go on with it then');
  change("insert into kysely_migration (name, timestamp) values ('999-later', '2030-01-01')");
  expect(await steps('1.2.0')).toMatchObject([{ blocks: true, what: expect.stringContaining('999-later') }]);
});

test('the printed commands can be pasted, whatever folders are called', async () => {
  const folder = join(await newFolder(), 'it’s a link');
  await symlink('/srv/site-1', folder);
  const environment = { RELEASES: '/srv/my releases', DATA_DIR: '/var/lib/site' };
  const words = ['npx', 'site', 'publish', 'shell', '--promote'];
  const publish = pasted(words, { environment });
  expect(publish).toMatch(
    /^cd \S+ && (?:sudo -u \w+ )?env 'RELEASES=\/srv\/my releases' DATA_DIR=\/var\/lib\/site npx site publish/,
  );
  const { faultIn } = await readCommands();
  expect(faultIn(words.slice(2))).toBeUndefined();
  const servers = [server(3001), server(3002, '1.1.0')];
  for (const line of [publish, ...commandsOf(serverSteps(servers, '1.2.0', {}, folder))])
    await promisify(execFile)('sh', ['-nc', line]);
});

test('an update that leaves out a version is refused, with the version to go to first', () => {
  const known = ['1.3.0', '1.2.1', '1.2.0', '1.1.0'];
  const check = (from: string, to: string) => () =>
    assertNoneSkipped([from], to, known, (version) => `git checkout v${version}`);
  expect(check('1.1.0', '1.3.0')).toThrow(
    /^UPGRADE-SKIP 1\.1\.0 runs, and this checkout is 1\.3\.0.* Go to 1\.2\.1 first.*: git checkout v1\.2\.1$/,
  );
  expect(check('1.4.0', '1.2.1'), 'the way back').toThrow(/Go to 1\.3\.0 first/);
  expect(check('1.0.0', '1.2.0')).toThrow(/Go to 1\.1\.0 first/);
  for (const [from, to] of [
    ['1.2.0', '1.3.0'],
    ['1.1.0', '1.2.1'],
    ['1.2.0', '1.2.1'],
    ['1.3.0', '1.2.0'],
    ['1.3.0', '2.0.0'],
  ] as const)
    expect(check(from, to), `${from} to ${to}`).not.toThrow();
});
