import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { goodMessage, startTestApi, type TestApi } from '@site/testkit/api/testApi.ts';
import { siteProgram } from '@site/testkit/site/program.ts';

const run = promisify(execFile);
const project = process.cwd();
let folder: string;
let api: TestApi | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-command-'));
});

afterEach(async () => {
  await api?.close();
  api = undefined;
  await rm(folder, { recursive: true });
});

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command as npm does, in an otherwise empty folder and environment. */
const command = (line: string, environment: Record<string, string> = {}): Promise<Printed> =>
  run('sh', ['-c', `exec "$NODE" -- "$PROJECT/${siteProgram}" ${line}`], {
    cwd: folder,
    env: { NODE: process.execPath, PROJECT: project, ...environment },
  });

/** The settings that a block of commands in docs/deploy.md writes into /etc/site.env. */
async function documentedSettings(heading: string): Promise<string> {
  const page = await readFile(join(project, 'docs/deploy.md'), 'utf8');
  const block = page.split(`## ${heading}\n`)[1]?.match(/^cat >> \/etc\/site\.env <<'?END'?\n(.*?)^END$/ms);
  if (!block) throw new Error(`${heading} writes no settings.`);
  return block[1] ?? '';
}

test('with the documented settings a command lists the messages of the site, and says where they are', async () => {
  api = await startTestApi({});
  await api.send(goodMessage);
  const file = join(folder, 'site.env');
  const settings = `DATA_DIR=${api.environment.DATA_DIR}\n${await documentedSettings('Mail')}`;
  await writeFile(file, settings, { mode: 0o600 });
  const { stdout, stderr } = await command(`messages list --env-file ${file}`);
  expect(stdout).toContain('Ada Lovelace <ada@example.com>');
  expect(stderr).toBe(`Database: SQLite, ${api.environment.DATA_DIR}/site.sqlite\n`);
});

test.each([
  ['messages list', {}],
  ["news add --lang en --title 'Nobody reads it'", {}],
  ['news list', {}],
  ['backup copy.sqlite', {}],
  ['messages list', { DATA_DIR: 'mistyped' }],
  ['backup copy.sqlite', { DATA_DIR: 'mistyped' }],
])('%s makes no database where no settings name one', async (line, environment) => {
  const failed = { code: 1, stdout: '', stderr: expect.stringMatching(/^SITE-DATABASE .*DATA_DIR/) };
  await expect(command(line, environment)).rejects.toMatchObject(failed);
  expect(await readdir(folder)).toEqual([]);
});

test('in a checkout the database of “npm start” is the default, but never in production', async () => {
  await mkdir(join(folder, '.data'));
  await command("news add --lang en --title 'The first'", { DATA_DIR: '.data' });
  expect((await command('news list')).stdout).toContain('The first');
  await expect(command('news list', { NODE_ENV: 'production' })).rejects.toMatchObject({
    stderr: expect.stringMatching(/^SITE-DATABASE /),
  });
});

test('a folder that the settings name gets a database with the first news, which the command says', async () => {
  const { stderr } = await command("news add --lang en --title 'The first'", { DATA_DIR: 'data' });
  expect(stderr).toBe(`Database: SQLite, ${folder}/data/site.sqlite (a new one)\n`);
  expect(existsSync(join(folder, 'data/site.sqlite'))).toBe(true);
});

test('a command whose output nobody reads to its end ends without an error', async () => {
  api = await startTestApi({});
  const { stderr } = await command('news list | true', { DATA_DIR: api.dataDir });
  expect(stderr).toBe(`Database: SQLite, ${api.dataDir}/site.sqlite\n`);
});

test('the password of a database is never printed', async () => {
  const DATABASE_URL = 'postgresql://site:secret@127.0.0.1:1/site?password=secret';
  const failed = await command('messages list', { DATABASE_URL }).catch((error: Printed) => error);
  expect(failed.stderr).toMatch(/^Database: PostgreSQL, site@127\.0\.0\.1:1\/site\n/);
  expect(failed.stderr).not.toContain('secret');
});

test.each(['messages list', 'news list', 'backup copy'])('%s ends when its settings are missing', async (line) => {
  await expect(command(`${line} --env-file ${folder}/missing.env`)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^SITE-ENV-FILE .*missing\.env can’t be read/),
  });
});
