import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { promote } from '@site/releases/operations/promote.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { atTestEnd } from '@site/testkit/cleanUp.ts';
import { newFolder, publishApp } from '@site/testkit/releases/fixtures.ts';
import { type CommandAnswer, siteAnswer } from '@site/testkit/site/siteCommand.ts';

const before = { ...process.env };
let folder: string;
let good: Record<string, string>;

const inDays = (days: number): string => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();
const key = { public: 'A'.repeat(43), apps: ['*'], signs: ['releases', 'pointers'] };

/** Writes a file of settings, and makes a command line of it. */
async function settings(given: Record<string, string>, options = ''): Promise<readonly string[]> {
  const file = join(folder, 'site.env');
  const lines = Object.entries(given).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(file, lines.join(''), { mode: 0o600 });
  return ['settings', ...options.split(' ').filter(Boolean), '--env-file', file];
}

/** What the command says of settings that differ from good ones, in an otherwise empty environment. */
async function check(given: Record<string, string> = {}, options = ''): Promise<CommandAnswer> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  return await siteAnswer(await settings({ ...good, ...given }, options));
}

async function trust(keys: object): Promise<void> {
  await writeFile(join(folder, 'trusted.json'), JSON.stringify(keys));
}

/** The port of a server that accepts connections. */
async function listen(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atTestEnd(() => server.close());
  return (server.address() as AddressInfo).port;
}

beforeEach(async () => {
  folder = await newFolder();
  const store = new FolderStore(join(folder, 'store'));
  await publishApp(store, { name: 'shell', version: 'shell-1' });
  await promote(store, 'shell', 'shell-1');
  await mkdir(join(folder, 'reports'));
  await trust({ 'owner-2030': key });
  good = {
    SITE_ORIGIN: 'http://localhost:3000',
    RELEASES: store.location,
    REPORTS: join(folder, 'reports'),
    DATA_DIR: join(folder, 'data'),
    TRUSTED_KEYS: join(folder, 'trusted.json'),
  };
});

afterEach(() => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, before);
});

test('good settings are listed, and nothing is made', async () => {
  const { code, stdout } = await check();
  expect(stdout).toMatch(/^ok {3}SITE_ORIGIN +http:\/\/localhost:3000$/m);
  expect(stdout).toMatch(/^ok {3}TRUSTED_KEYS \/.*trusted\.json trusts owner-2030$/m);
  expect(stdout).toMatch(/^ok {3}DATA_DIR +\/.*data will be made by /m);
  expect(stdout).toMatch(/^It starts with these settings\.$/m);
  expect(stdout).not.toMatch(/^(?:warn|FAIL)/m);
  expect(code).toBe(0);
  expect(existsSync(join(folder, 'data'))).toBe(false);
  for (const program of ['api', 'store']) expect(await check({}, program)).toMatchObject({ code: 0 });
  expect(await check({}, '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' });
});

test.each([
  ['a misspelt name', { TRUSTED_KEY: '/etc/keys' }, /^SITE-ENV-FILE .*line 6: TRUSTED_KEY isn’t a setting/],
  [
    'a SITE_ORIGIN that has a path',
    { SITE_ORIGIN: 'https://www.example.com/shop' },
    /^SITE-SETTINGS SITE_ORIGIN must be /,
  ],
  ['a missing file of keys', { TRUSTED_KEYS: '/nowhere.json' }, /^TRUSTED_KEYS: SITE-KEYS /],
  ['a mistyped store', { RELEASES: '/nowhere/releases' }, /^RELEASES: SITE-BUILD .*\/nowhere\/releases \(ENOENT\)/],
  [
    'a file as the data folder',
    { DATA_DIR: '/proc/version' },
    /^DATA_DIR: SITE-FILES .* can’t write in \/proc\/version/,
  ],
])('with %s, a unit doesn’t start its program, and says why', async (_, given, reason) => {
  const { code, stdout, stderr } = await check(given, '--quiet');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(reason);
});

test('each problem is in the list of a person who looks, and an API has only its own', async () => {
  const given = { RELEASES: '/nowhere/releases', TRUSTED_KEYS: '/nowhere.json' };
  const { code, stdout } = await check(given);
  expect(stdout.match(/^FAIL \w+/gm)).toEqual(['FAIL TRUSTED_KEYS', 'FAIL RELEASES']);
  expect(stdout).toMatch(/^It doesn’t start with these settings: see FAIL\.$/m);
  expect(code).toBe(1);
  expect(await check(given, 'api')).toMatchObject({ code: 0 });
});

test('a release service needs keys; a server with copies goes on without the store', async () => {
  expect(await check({ TRUSTED_KEYS: '' }, 'store --quiet')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^TRUSTED_KEYS: SITE-KEYS /),
  });
  await mkdir(join(folder, 'data/releases/shell'), { recursive: true, mode: 0o700 });
  await chmod(join(folder, 'data'), 0o755);
  const { code, stdout } = await check({ RELEASES: '/nowhere/releases', REPORTS: '/nowhere/reports' });
  expect(stdout.match(/^warn .*$/gm)).toEqual([
    expect.stringMatching(/^warn DATA_DIR +SITE-DATA-MODE /),
    expect.stringMatching(/^warn RELEASES +.*ENOENT/),
    expect.stringMatching(/^warn REPORTS +.*ENOENT/),
  ]);
  expect(code).toBe(0);
});

test('keys that have ended, or end within a month, are named', async () => {
  await trust({
    old: { ...key, until: inDays(-1) },
    next: { ...key, until: inDays(20) },
    later: { ...key, until: inDays(90) },
  });
  const { stdout } = await check();
  expect(stdout).toMatch(/^ok {3}TRUSTED_KEYS .* trusts next, later$/m);
  expect(stdout.match(/^warn .*$/gm)).toEqual([
    expect.stringMatching(/^warn TRUSTED_KEYS next signs nothing new from /),
  ]);
  await trust({ old: { ...key, until: inDays(-1) } });
  expect((await check()).stdout).toMatch(/^warn TRUSTED_KEYS none of the keys in .* signs anything new/m);
});

test('machines that can’t be reached are named, without user and password, and stop no unit', async () => {
  const port = await listen();
  const given = {
    SITE_ORIGIN: 'http://www.example.invalid',
    DATABASE_URL: `postgresql://lovelace:secret@127.0.0.1:${port},127.0.0.1:9/site`,
    SMTP_URL: 'smtp://lovelace:secret@127.0.0.1:9',
    NOTICES: 'slack+http://127.0.0.1:9/secret',
    MAIL_TO: 'team@example.com',
  };
  const { code, stdout } = await check(given);
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^ok {3}DATABASE_URL 127\\.0\\.0\\.1:${port} can be reached$`, 'm'));
  for (const line of [
    /^warn DATABASE_URL 127\.0\.0\.1:9 can’t be reached from here now \(ECONNREFUSED\)$/m,
    /^warn NOTICES +127\.0\.0\.1:9 can’t be reached/m,
    /^warn SMTP_URL +127\.0\.0\.1:9 can’t be reached/m,
    /^warn SITE_ORIGIN +the name of http:\/\/www\.example\.invalid can’t be resolved/m,
    /^warn SITE_ORIGIN +visitors’ messages .* aren’t encrypted/m,
  ])
    expect(stdout).toMatch(line);
  expect(stdout).not.toMatch(/lovelace|secret/);
  expect(await check(given, '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' });
});
