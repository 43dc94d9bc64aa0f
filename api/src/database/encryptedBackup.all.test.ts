import { execFile, spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@rstest/core';
import { goodMessage } from '@site/testkit/api/testApi.ts';
import { openTestDatabase, type TestDatabase } from '@site/testkit/api/testDatabase.ts';
import { siteProgram } from '@site/testkit/site/program.ts';
import { selectMessages, storeMessage } from '../contact/store.ts';
import { openDatabase } from './open.ts';

const run = promisify(execFile);

/** Whether a program is installed. Without it, says what is skipped. */
function has(program: string): boolean {
  const { error } = spawnSync(program, ['--version']);
  if (error) process.stderr.write(`Encrypted backups with ${program} are skipped: apt install ${program}\n`);
  return !error;
}

let place: TestDatabase;
let folder: string;
beforeEach(async () => {
  place = await openTestDatabase('SQLite');
  folder = join(place.dataDir, 'machine');
  await mkdir(join(folder, 'backups'), { recursive: true });
  await storeMessage(place.database, goodMessage, { language: 'en' });
});
afterEach(() => place.close());

/** A command of docs/deploy.md, with this test's paths. */
const here = (command: string) =>
  command
    .replaceAll('sudo -u site ', '')
    .replaceAll('/var/lib/site', place.dataDir)
    .replaceAll('/var/backups/restored', join(folder, 'restored'))
    .replaceAll('/var/backups/site', join(folder, 'backups'))
    .replaceAll('/mnt/backups/site', join(folder, 'repository'))
    .replaceAll('/etc/', `${folder}/`)
    .replaceAll('npx site', `${process.execPath} -- ${siteProgram}`);

const shell = (command: string) =>
  run('sh', ['-ec', `umask 022\n${here(command)}`], { env: { ...process.env, HOME: folder } });

/** The commands of the chapter that match a pattern. */
async function documented(pattern: RegExp): Promise<string> {
  const guide = await readFile('docs/deploy.md', 'utf8');
  const [, command = ''] = pattern.exec(guide.slice(guide.indexOf('### Encrypted\n'))) ?? [];
  expect(command).not.toBe('');
  return command;
}

async function expectRestored(file: string): Promise<void> {
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  await rename(file, join(dataDir, 'site.sqlite'));
  const database = await openDatabase({ dataDir });
  expect(await selectMessages(database)).toMatchObject([goodMessage]);
  await database.destroy();
}

describe.skipIf(!has('age'))('backups with age as in docs/deploy.md', () => {
  test('only the owner of the private key can read them and restore the site', async () => {
    const key = join(folder, 'backup.key');
    await run('age-keygen', ['-o', key]);
    const { stdout } = await run('age-keygen', ['-y', key]);
    await writeFile(join(folder, 'site-backup.pub'), stdout);
    await shell(await documented(/```sh\n(umask 077\n.*?)```/s));
    const [file = '', ...others] = await readdir(join(folder, 'backups'));
    expect([file, others]).toEqual([expect.stringMatching(/\.sqlite\.age$/), []]);
    const path = join(folder, 'backups', file);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readFile(path)).includes(goodMessage.email)).toBe(false);
    const decrypt = await documented(/`(age --decrypt [^`]*)`/);
    const restored = join(folder, 'site.sqlite');
    await shell(
      decrypt.replace('backup.key', key).replace(' site.sqlite', ` ${restored}`).replace('2030-01-31.sqlite.age', path),
    );
    await expectRestored(restored);
  });
});

describe.skipIf(!has('restic'))('backups with restic as in docs/deploy.md', () => {
  test('they can be repeated, are encrypted, and restore the site', async () => {
    await writeFile(join(folder, 'site-restic'), 'a password', { mode: 0o600 });
    const backup = await documented(/```sh\n(export RESTIC_REPOSITORY.*?)```/s);
    await shell(backup);
    await shell(backup);
    expect(await readdir(join(folder, 'backups'))).toEqual([]);
    const grep = spawnSync('grep', ['-raF', goodMessage.email, join(folder, 'repository')]);
    expect(grep.status, 'nothing is found').toBe(1);
    const settings = /^export .*$/m.exec(backup)?.[0];
    await shell(`${settings}\n${await documented(/`(restic restore [^`]*)`/)}`);
    await expectRestored(join(folder, 'restored', folder, 'backups/now.sqlite'));
  });
});
