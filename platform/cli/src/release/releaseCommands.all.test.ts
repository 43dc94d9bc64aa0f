import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@rstest/core';
import { promote } from '@site/releases/operations/promote.ts';
import { routePolicy } from '@site/releases/policy.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { terminalText } from '@site/shared/plainText.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { declaredPage, newFolder, publishApp } from '@site/testkit/releases/fixtures.ts';
import { startService } from '@site/testkit/releases/service.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { siteAnswer } from '@site/testkit/site/siteCommand.ts';
import { startStaticHost } from '@site/testkit/site/staticHost.ts';
import kitPackage from '../../package.json' with { type: 'json' };
import { withOwnRemote } from './releaseCommands.ts';

let folder: string;
const { RELEASES, DATA_DIR } = process.env;

beforeEach(async () => {
  folder = await newFolder();
  Object.assign(process.env, { RELEASES: folder, DATA_DIR: await newFolder() });
  const store = new FolderStore(folder);
  await publishApp(store, { name: 'shell', version: 'shell-1' });
  await publishApp(store, { version: 'version-1' });
  await promote(store, 'blog', 'version-1');
});

afterEach(() => {
  for (const [name, value] of Object.entries({ RELEASES, DATA_DIR }))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
});

/** The result of a refused command: nothing but the reason, which starts with its code, and an exit code. */
const refused = (code: number, errorCode: string) => ({
  code,
  stdout: '',
  stderr: expect.stringMatching(new RegExp(`^${errorCode} `)),
});

describe('an impossible command ends with the reason and an exit code', () => {
  for (const [words, code, errorCode] of [
    ['promote blog variant-9', 1, 'RELEASE-UNKNOWN'],
    ['promote blog ../shell', 1, 'RELEASE-NAME'],
    ['preview blog variant-9', 1, 'RELEASE-UNKNOWN'],
    ['preview shell variant-9', 2, 'RELEASE-USAGE'],
    ['preview blog variant-9 --days 31', 2, 'RELEASE-USAGE'],
    ['rollback blog', 1, 'RELEASE-NOTHING-BEFORE'],
    ['publish kiosk', 1, 'RELEASE-NAME'],
    ['publish blog --folder /nowhere --no-browser', 1, 'RELEASE-UNBUILT'],
    ['publish', 2, 'RELEASE-USAGE'],
    ['promote blog', 2, 'RELEASE-USAGE'],
    ['publish blog contact', 2, 'RELEASE-USAGE'],
    ['prune blog', 2, 'RELEASE-USAGE'],
    ['prune --last=', 2, 'RELEASE-USAGE'],
    ['rollback blog variant-9 variant-8', 2, 'RELEASE-USAGE'],
    ['promote blog variant-9 --folder dist/blog', 2, 'RELEASE-USAGE'],
    ['prune --last many', 2, 'RELEASE-USAGE'],
    ['promote blog version-1 --share 10%', 1, 'RELEASE-ROLLOUT'],
    ['promote shell shell-1 --share 10%', 1, 'RELEASE-ROLLOUT'],
    ['promote blog version-1 --share 0%', 2, 'RELEASE-USAGE'],
    ['promote blog version-1 --share most', 2, 'RELEASE-USAGE'],
    ['promote blog version-1 --watch', 2, 'RELEASE-USAGE'],
    ['promote blog version-1 --days 401', 2, 'RELEASE-USAGE'],
    ['promote blog version-1 --share 10% --watch --views few', 2, 'RELEASE-USAGE'],
    ['promote blog version-1 --share 10% --watch --step soon', 2, 'RELEASE-USAGE'],
    ['request blog fr:', 2, 'RELEASE-USAGE'],
    ['request blog de:termine', 2, 'RELEASE-USAGE'],
    ['policy --agree blog', 1, 'RELEASE-NAME'],
    ['policy --agree blog@version-9', 1, 'RELEASE-UNKNOWN'],
    ['policy --agree blog@version-1 --request blog.request.json', 2, 'RELEASE-USAGE'],
    ['freeze --lift now', 2, 'RELEASE-USAGE'],
    ['list --everything', 2, 'RELEASE-USAGE'],
    ['toString', 2, 'SITE-USAGE'],
  ] as const) {
    test(words, async () => {
      expect(await siteAnswer(words.split(' '))).toEqual(refused(code, errorCode));
    });
  }

  test('a mistyped RELEASES', async () => {
    process.env.RELEASES = `${folder}s`;
    const nowhere = await siteAnswer(['publish', 'shell']);
    expect(nowhere).toEqual(refused(1, 'RELEASE-STORE'));
    expect(nowhere.stderr).toContain(`${folder}s`);
    await expect(access(`${folder}s`), 'no second store is made').rejects.toThrow('ENOENT');
    process.env.RELEASES = 'e2e';
    expect(await siteAnswer(['prune'])).toEqual(refused(1, 'RELEASE-STORE'));
  });

  test('a store behind an HTTP origin without a release service is read-only', async () => {
    await writeFile(join(folder, '404.html'), 'Not found');
    const host = await startStaticHost(folder);
    process.env.RELEASES = host.origin;
    expect(await siteAnswer(['list'])).toEqual(refused(1, 'RELEASE-READ-ONLY'));
    expect(await siteAnswer(['prune'])).toEqual(refused(1, 'RELEASE-READ-ONLY'));
    host.stop();
  });

  test('a release service that doesn’t answer, or isn’t an address', async () => {
    const host = await startStaticHost(folder);
    host.stop();
    const nobody = await siteAnswer(['list', '--to', host.origin]);
    expect(nobody).toEqual(refused(1, 'RELEASE-STORE-REFUSED'));
    expect(await siteAnswer(['list', '--to', '/srv/releases'])).toEqual(refused(2, 'RELEASE-USAGE'));
  });
});

test('the log says who did what with which key, of all, of one app, and further back', async () => {
  const signed = await SignedStore.create();
  await signed.release({ version: 'version-2' });
  for (let time = 0; time < 50; time += 1) await signed.promote('version-2');
  await signed.putPointer('version-1', 'marketing');
  Object.assign(process.env, {
    RELEASES: signed.store.location,
    TRUSTED_KEYS: signed.trusted,
    SITE_ORIGIN: signed.site,
  });
  try {
    const { code, stdout } = await siteAnswer(['log', 'blog']);
    expect(code).toBe(0);
    const [first = '', ...others] = stdout.trim().split('\n');
    expect(first).toMatch(
      /^\S+Z {2}blog {2}version-1 went live, after version-2 {2}key marketing \(not trusted for it/,
    );
    expect(others.filter((line) => line.endsWith('blog  signed again, with version-2  key blog'))).toHaveLength(49);
    expect(others.at(-1)).toBe('Page 1 of 2. The next one: --page 2');
    const second = await siteAnswer(['log', 'blog', '--page', '2']);
    expect(second.stdout).toContain('version-2 went live, after version-1  key blog');
    expect(JSON.parse((await siteAnswer(['log', 'policy.json', '--json'])).stdout)).toMatchObject({ entries: [] });
    expect(await siteAnswer(['log', '../shell'])).toEqual(refused(1, 'RELEASE-NAME'));
    expect(await siteAnswer(['log', 'blog', '--page', 'two'])).toEqual(refused(2, 'RELEASE-USAGE'));
  } finally {
    for (const name of ['TRUSTED_KEYS', 'SITE_ORIGIN']) delete process.env[name];
  }
});

test('the owner agrees to what a version asks for: from then on, one that asks for more waits for another yes', async () => {
  const store = new FolderStore(folder);
  await publishApp(store, { version: 'version-2', packages: { zod: '4.1.0' } });
  await publishApp(store, { version: 'version-3', packages: { zod: '4.1.0', leaflet: '1.9.4' } });
  const agreed = await siteAnswer(['policy', '--agree', 'blog@version-2']);
  expect(agreed).toMatchObject({ code: 0, stdout: expect.stringContaining('  Agreed with blog: +zod@4.1.0') });
  expect(JSON.parse((await siteAnswer(['policy', '--json'])).stdout)).toMatchObject({
    agreed: { blog: { packages: ['zod@4.1.0'], apis: [], addresses: [], places: [] } },
  });
  expect(await siteAnswer(['promote', 'blog', 'version-2'])).toMatchObject({ code: 0 });
  const waiting = await siteAnswer(['promote', 'blog', 'version-3', '--share', '10%']);
  expect(waiting).toEqual(refused(1, 'RELEASE-AGREE'));
  const { stderr } = await siteAnswer(['promote', 'blog', 'version-3']);
  const [, remedy = ''] = /npx site (.*)$/m.exec(stderr) ?? [];
  expect((await siteAnswer(remedy.split(' '))).stdout).toContain('  Agreed with blog: +leaflet@1.9.4');
  expect(await siteAnswer(['promote', 'blog', 'version-3', '--share', '10%'])).toMatchObject({ code: 0 });
});

test('the owner freezes the site: nothing new goes live until they lift that, and what is live is taken back', async () => {
  const store = new FolderStore(folder);
  await publishApp(store, { version: 'version-2' });
  await promote(store, 'blog', 'version-2');
  await publishApp(store, { version: 'version-3' });
  await siteAnswer(['promote', 'blog', 'version-3', '--share', '10%']);
  const frozen = await siteAnswer(['freeze', 'Black', 'Friday']);
  expect(frozen.stdout).toMatch(/^Nothing new goes live since \S+ \(“Black Friday”\)\. .*npx site rollback APP$/m);
  expect(frozen.stdout).toContain('  blog@version-3 stays at 10 % of visitors.');
  for (const words of ['promote blog version-3', 'promote blog version-3 --share 50%', 'promote shell shell-2']) {
    if (words.includes('shell-2')) await publishApp(store, { name: 'shell', version: 'shell-2' });
    const answer = await siteAnswer(words.split(' '));
    expect(answer, words).toEqual(refused(1, 'RELEASE-FROZEN'));
    expect(answer.stderr, words).toMatch(/“Black Friday”.*npx site freeze --lift.*npx site rollback/);
  }
  expect((await siteAnswer(['list'])).stdout).toMatch(/^Nothing new goes live since \S+ \(“Black Friday”\), until/);
  expect((await siteAnswer(['rollback', 'blog'])).stdout, 'ends the rollout').toContain('blog@version-2');
  expect((await siteAnswer(['rollback', 'blog'])).stdout).toContain('blog@version-1');
  await siteAnswer(['forget', 'blog', 'version-3']);
  expect(await store.has('blog', 'version-3'), 'what was never live can be removed').toBe(false);
  expect((await siteAnswer(['freeze', '--lift'])).stdout).toContain('Versions go live again');
  expect((await siteAnswer(['freeze', '--lift'])).stdout).toBe('The site isn’t frozen.');
  expect(await siteAnswer(['promote', 'shell', 'shell-2'])).toMatchObject({ code: 0 });
});

test('a policy from a file, a request or an agreement neither lifts a freeze nor begins one', async () => {
  const store = new FolderStore(folder);
  const file = join(await newFolder(), 'policy.json');
  await writeFile(file, JSON.stringify(openPolicy));
  await siteAnswer(['freeze']);
  const printed = await siteAnswer(['policy', '--json']);
  const set = await siteAnswer(['policy', file]);
  expect(set.stdout).toMatch(/^The site stays frozen since \S+\. To lift that: npx site freeze --lift$/m);
  await siteAnswer(['policy', '--agree', 'blog@version-1']);
  expect((await store.read(routePolicy))?.frozen).toEqual(JSON.parse(printed.stdout).frozen);
  await siteAnswer(['freeze', '--lift']);
  await writeFile(file, printed.stdout);
  expect((await siteAnswer(['policy', file])).stdout).not.toContain('frozen');
  expect(await store.read(routePolicy)).not.toHaveProperty('frozen');
});

test('a file replaces a damaged policy, and the command says that a freeze in it is over', async () => {
  const file = join(await newFolder(), 'policy.json');
  await writeFile(file, JSON.stringify(openPolicy));
  await writeFile(join(folder, 'policy.json'), '{');
  expect(await siteAnswer(['freeze'])).toEqual(refused(1, 'RELEASE-POLICY'));
  expect((await siteAnswer(['policy', file])).stdout).toContain('The one before was damaged.');
  expect(await siteAnswer(['freeze'])).toMatchObject({ code: 0 });
});

test('a policy that agrees to less than is live names what would go, and changes nothing without --yes', async () => {
  const store = new FolderStore(folder);
  const pages = [declaredPage({ name: 'blog', path: 'blog' })];
  await publishApp(store, { version: 'version-2', packages: { zod: '4.1.0' }, pages });
  await promote(store, 'blog', 'version-2');
  const file = join(await newFolder(), 'policy.json');
  await writeFile(file, JSON.stringify({ ...openPolicy, agreed: { blog: { packages: [] } } }));
  const lost = await siteAnswer(['policy', file]);
  expect(lost).toEqual(refused(1, 'RELEASE-LOSS'));
  expect(lost.stderr).toMatch(/\/en\/blog \(blog\).*packages zod@4\.1\.0.*Nothing was changed/);
  expect(await store.read(routePolicy)).toBeUndefined();
  expect(await siteAnswer(['policy', file, '--yes'])).toMatchObject({ code: 0 });
});

test('a promotion or a way back after which pages of others lack something says which', async () => {
  const store = new FolderStore(folder);
  await publishApp(store, {
    name: 'contact',
    version: 'version-1',
    uses: { latest: ['count'] },
    listens: ['blog:read'],
  });
  await promote(store, 'contact', 'version-1');
  const fragments = { latest: { module: './fragment-latest', props: { count: { max: 2 } } } };
  const modules = { './fragment-latest': { scripts: ['page-list.js'], styles: ['page-list.css'] } };
  await publishApp(store, { version: 'version-2', modules, fragments, emits: { 'blog:read': {} } });
  const file = join(await newFolder(), 'policy.json');
  await writeFile(file, JSON.stringify({ ...openPolicy, fragments: { latest: 'blog' } }));
  expect(await siteAnswer(['policy', file])).toMatchObject({ code: 0 });
  const lost = [
    'contact@version-1 shows the fragment "latest", which the policy gives to blog, and no live release of blog offers. The fallback stands there.',
    'contact@version-1 listens to "blog:read", which no live release emits.',
  ];
  const printed = async (...words: readonly string[]) => (await siteAnswer(words)).stdout.split('\n').slice(1);
  expect(await printed('promote', 'blog', 'version-2')).toEqual([]);
  expect(await printed('rollback', 'blog')).toEqual(lost);
  expect(await printed('promote', 'blog', 'version-2')).toEqual([]);
  expect(await printed('promote', 'blog', 'version-1')).toEqual(lost);
});

test('the list of a release service shows only what is live without a key, and everything with one', async () => {
  const { address, release, signed } = await startService();
  await release('version-2');
  const asked = async (...options: string[]) => (await siteAnswer(['list', '--to', address, ...options])).stdout;
  const shown = await asked();
  expect(shown).toMatch(/^shell\n {2}● version-1 {2}live {7}live since \S+$/m);
  expect(shown).toMatch(/--key FILE/);
  expect(shown).not.toMatch(/version-2|by Ada|healthy/);
  const all = await asked('--key', signed.keyFile('blog'));
  expect(all).toMatch(/version-2 .* by Ada {2}healthy$/m);
  expect(all).not.toMatch(/--key/);
});

test('without a key, publishing to a release service ends before anything is built', async () => {
  const { address } = await startService();
  const answer = await siteAnswer(['publish', 'blog', '--to', address]);
  expect(answer).toMatchObject({ code: 1, stderr: expect.stringMatching(/^RELEASE-REQUEST .*RELEASE_KEY/m) });
  expect(answer.stderr).not.toContain('building');
});

test('without a command, or with --help, it lists the commands; that of a command lists its options', async () => {
  for (const parameters of [[], ['help'], ['--help']]) {
    const { code, stdout } = await siteAnswer(parameters);
    expect(code).toBe(0);
    for (const command of ['publish [options] <app>', 'check [names...]', 'messages', '--version'])
      expect(stdout).toContain(command);
  }
  for (const parameters of [
    ['help', 'promote'],
    ['promote', '--help'],
  ]) {
    const { code, stdout } = await siteAnswer(parameters);
    expect(code).toBe(0);
    for (const words of ['<app> <version>', '--share <percent>', '--env-file <file>']) expect(stdout).toContain(words);
  }
  expect(await siteAnswer(['--version'])).toEqual({ code: 0, stdout: kitPackage.version, stderr: '' });
});

test('a mistyped word or option is named, with what was meant and where to look', async () => {
  const errors: string[] = [];
  for (const words of [['publsh', 'blog'], ['list', '--jsn'], ['keys']]) errors.push((await siteAnswer(words)).stderr);
  expect(errors).toEqual([
    "SITE-USAGE Unknown command 'publsh'. Did you mean publish? See: npx site --help",
    "RELEASE-USAGE Unknown option '--jsn'. Did you mean --json? See: npx site list --help",
    'RELEASE-USAGE A command is missing. See: npx site keys --help',
  ]);
});

test('no text in the store or on a server can control the reader’s terminal', async () => {
  const publication = {
    at: '2026-01-01\u001b[2J',
    commit: '\u009b31mabc',
    author: 'Ada\u202e\u001b]0;owned\u0007',
    repository: '\r',
  };
  await writeFile(join(folder, 'blog/version-1/publication.json'), JSON.stringify(publication));
  for (const options of [[], ['--json']]) {
    const { code, stdout } = await siteAnswer(['list', ...options]);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(stdout).toContain('Ada\\u202e\\u001b]0;owned\\u0007');
    if (options.length > 0) expect(stdout).toBe(terminalText(JSON.stringify(JSON.parse(stdout), null, 2)));
  }
  const { stderr } = await siteAnswer(['promote', 'blog', '\u001b[2J']);
  expect(stderr).toContain('\\u001b[2J');
});

test.each([
  ['publish --promote', 'publish events --promote'],
  ['--env-file .env rollback version-1', '--env-file .env rollback events version-1'],
  ['promote events version-2', 'promote events version-2'],
  ['test publish', 'test publish'],
  ['list', 'list'],
])('in the repository of one remote, "%s" is "%s"', (typed, meant) => {
  expect(withOwnRemote(typed.split(' '), 'events').join(' ')).toBe(meant);
});
