import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { promote } from '@site/releases/operations/promote.ts';
import { pointerOf } from '@site/releases/pointer.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { newFolder, publishApp } from '@site/testkit/releases/fixtures.ts';
import { type CommandAnswer, siteAnswer } from '@site/testkit/site/siteCommand.ts';

const before = { ...process.env };
let folder: string;
let store: FolderStore;

const run = (words: string): Promise<CommandAnswer> => siteAnswer(words.split(' '));
const keyFile = (name: string) => join(folder, `${name}.key`);

/** Makes a key for the blog, and returns its entry. */
const newKey = async (name: string, options = ''): Promise<object> =>
  JSON.parse((await run(`keys new ${name} --apps blog --key ${keyFile(name)} --json${options}`)).stdout) as object;

beforeEach(async () => {
  folder = await newFolder();
  store = new FolderStore(await newFolder());
  await publishApp(store, { name: 'shell', version: 'shell-1' });
  await publishApp(store, { version: 'version-1' });
  await publishApp(store, { version: 'version-2' });
  await promote(store, 'blog', 'version-1');
  const TRUSTED_KEYS = join(folder, 'trusted.json');
  Object.assign(process.env, { RELEASES: store.location, DATA_DIR: folder, TRUSTED_KEYS });
});

afterEach(() => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, before);
});

test('a team makes a key, the owner trusts it, lists it and revokes it', async () => {
  const made = await newKey('blog-2030', ' --until 2040-01-31');
  expect((await stat(keyFile('blog-2030'))).mode & 0o777).toBe(0o600);
  expect(await readFile(keyFile('blog-2030'), 'utf8')).toContain('PRIVATE KEY');
  await writeFile(join(folder, 'trusted.json'), JSON.stringify({ ...made, ...(await newKey('blog-2')) }));
  const listed = (await run('keys list')).stdout.split('\n');
  expect(listed).toEqual([
    expect.stringMatching(/^blog-2030 {2}blog {2}releases, pointers {2}until 2040-01-31T00:00:00.000Z {2}\S{43}$/),
    expect.stringMatching(/^blog-2 {2}blog {2}releases, pointers {2}\S{43}$/),
  ]);
  expect(await run('keys revoke blog-2')).toMatchObject({ code: 0 });
  expect((await run('keys list')).stdout).toMatch(/^blog-2 {2}.* revoked since \d/m);
});

test('a new key prints the entry that servers need', async () => {
  const { stdout } = await run(`keys new blog-1 --apps blog --signs pointers --key ${keyFile('blog-1')}`);
  await writeFile(join(folder, 'trusted.json'), `{${stdout.split('\n').at(-1)}}`);
  expect((await run('keys list')).stdout).toMatch(/^blog-1 {2}blog {2}pointers {2}/);
});

test('a key opens the owner’s desk only if it was made for that', async () => {
  const { stdout } = await run(`keys new ada --apps shell --signs nothing --desk --key ${keyFile('ada')}`);
  await writeFile(join(folder, 'trusted.json'), `{${stdout.split('\n').at(-1)}}`);
  expect((await run('keys list')).stdout).toMatch(/^ada {2}shell {2}nothing {2}desk {2}\S{43}$/m);
  expect((await run(`keys new team --apps blog --key ${keyFile('team')}`)).stdout).not.toContain('desk');
});

test('the owner makes a key for a team before its first release', async () => {
  const made = await run(`keys new shop-1 --apps shop,blog --key ${keyFile('shop-1')}`);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('Not in this repository: shop. Its team’s') });
  expect(made.stdout).toContain('"apps":["shop","blog"]');
  const refused = await run(`keys new shop-2 --apps Shop --key ${keyFile('shop-2')}`);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--apps must be of') });
});

test('the owner rolls a team’s remote back, whose sources are elsewhere', async () => {
  process.env.TRUSTED_KEYS = '';
  for (const version of ['version-1', 'version-2']) {
    await publishApp(store, { name: 'shop', version });
    expect(await run(`promote shop ${version}`)).toMatchObject({ code: 0 });
  }
  expect(await run('rollback shop')).toMatchObject({ code: 0, stdout: expect.stringContaining('shop@version-1') });
  expect(await run('rollback shpo')).toMatchObject({ code: 1 });
});

test('promoting and rolling back sign with --key or PROMOTE_KEY', async () => {
  const entry = await newKey('blog-1');
  process.env.TRUSTED_KEYS = '';
  expect(await run(`promote blog version-2 --key ${keyFile('blog-1')} --days 10`)).toMatchObject({ code: 0 });
  const { signature } = (await store.read(pointerOf('blog'))) ?? {};
  expect(Date.parse(signature?.expires ?? '') - Date.now()).toBeGreaterThan(9.9 * 24 * 60 * 60 * 1000);
  expect(await run('rollback blog')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^RELEASE-UNSIGNED .*--key/),
  });
  process.env.PROMOTE_KEY = keyFile('blog-1');
  expect(await run('rollback blog')).toMatchObject({ code: 0 });
  await writeFile(join(folder, 'trusted.json'), JSON.stringify(entry));
  process.env.TRUSTED_KEYS = join(folder, 'trusted.json');
  const refused = { code: 1, stderr: expect.stringMatching(/^RELEASE-UNSIGNED blog@version-2 is not signed/) };
  expect(await run('promote blog version-2'), 'nobody has signed the version').toMatchObject(refused);
});

test('a key for all apps is made with *, which the shell must not expand', async () => {
  const { stdout } = await run(`keys new owner --apps * --key ${keyFile('owner')} --json`);
  expect(JSON.parse(stdout)).toMatchObject({ owner: { apps: ['*'] } });
  await writeFile(join(folder, 'trusted.json'), stdout);
  expect((await run('keys list')).stdout).toMatch(/^owner {2}\* {2}releases, pointers/);
});

test('the file of RELEASE_KEY signs versions and pointers; --key does the same in every command', async () => {
  process.env.TRUSTED_KEYS = '';
  const owner = keyFile('owner');
  await run(`keys new owner --apps * --key ${owner}`);
  process.env.RELEASE_KEY = owner;
  expect(await run('promote blog version-2')).toMatchObject({ code: 0 });
  expect((await store.read(pointerOf('blog')))?.signature).toBeDefined();
});

test('a secret of a CI is the key itself, and no command prints any of it, whatever is wrong', async () => {
  process.env.TRUSTED_KEYS = '';
  await newKey('blog-1');
  const text = await readFile(keyFile('blog-1'), 'utf8');
  const [, secret = ''] = text.split('\n');
  process.env.RELEASE_KEY = text;
  const said = [await run('promote blog version-2')];
  expect(said).toMatchObject([{ code: 0 }]);
  expect((await store.read(pointerOf('blog')))?.signature).toBeDefined();
  const commands = [
    ...['list', 'list --json', 'keys list', 'rollback blog', 'policy', 'prune', 'promote blog nowhere'],
    ...[
      'preview blog version-2',
      'publish blog --folder /nowhere --no-browser',
      'list --to http://127.0.0.1:1/releases',
    ],
    ...['messages list', 'news list', 'upgrade --check'],
  ];
  for (const given of [text, text.slice(0, -30), secret, `${secret}\n`, `'${text}'`])
    for (const words of commands) {
      process.env.RELEASE_KEY = given;
      process.env.PROMOTE_KEY = given;
      said.push(await run(words));
    }
  expect(JSON.stringify(said)).not.toContain(secret.slice(16, 40));
});

test('the list says when nobody reports to it', async () => {
  process.env.TRUSTED_KEYS = '';
  expect((await run('list')).stdout).toMatch(/What servers found wrong is not known here: .*REPORTS/);
});

test.each([
  ['keys', 2, 'RELEASE-USAGE'],
  ['keys turn blog', 2, 'RELEASE-USAGE'],
  ['keys new blog-1', 2, 'RELEASE-USAGE'],
  ['keys new blog-1 --apps Kiosk', 2, 'RELEASE-USAGE'],
  [
    'keys new blog-1 --apps package.json README.md docs',
    2,
    "RELEASE-USAGE Your shell has put the names of files in place of \\*, .* --apps '\\*', with",
  ],
  ['keys new blog-1 --apps blog README.md', 2, 'RELEASE-USAGE keys new takes only'],
  ['keys new blog-1 --apps blog --signs all', 2, 'RELEASE-USAGE'],
  ['keys new blog-1 --apps blog --until soon', 2, 'RELEASE-USAGE'],
  ['keys revoke', 2, 'RELEASE-USAGE'],
  ['keys list', 1, 'SITE-KEYS'],
  ['promote blog version-2 --key /nowhere', 1, 'RELEASE-KEY-FILE'],
])('%s ends with the reason and exit code %d', async (words, code, errorCode) => {
  expect(await run(words)).toEqual({ code, stdout: '', stderr: expect.stringMatching(new RegExp(`^${errorCode} `)) });
});
