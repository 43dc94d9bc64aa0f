import { rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import {
  type AppOverrides,
  assertIntact,
  buildApp,
  changeManifest,
  contentOf,
  newFolder,
  newStore,
  publishApp,
  publishOptions,
  storeWith,
  writeFiles,
} from '@site/testkit/releases/fixtures.ts';
import { pointerOf } from '../pointer.ts';
import { releaseId } from '../Release.ts';
import { FolderStore } from '../store/FolderStore.ts';
import { promote } from './promote.ts';
import { type PreflightTask, publish } from './publish.ts';

test('publishing stores a version with all its files, its commit and the time', async () => {
  const folder = await newFolder();
  await buildApp(folder);
  const store = await newStore();
  const steps: string[] = [];
  const result = await publish({
    ...(await publishOptions(store)),
    app: 'blog',
    folder,
    onProgress: (step) => steps.push(step),
  });
  expect(result).toEqual({ app: 'blog', version: 'version-1', added: true, notes: [] });
  expect(await contentOf(join(store.location, 'blog/version-1'))).toMatchObject(await contentOf(folder));
  expect(await store.versions('blog')).toEqual([
    { version: 'version-1', commit: 'abc1234', at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
  ]);
  expect(steps).toEqual([
    'verifying the files of blog',
    'rendering every page of blog@version-1 with shell@shell-1',
    'storing blog@version-1',
  ]);
});

test('publishing makes nothing live', async () => {
  const store = await storeWith('version-1');
  expect(await store.read(pointerOf('blog'))).toBeUndefined();
});

const refused: readonly [string, string, AppOverrides, (folder: string) => Promise<unknown>][] = [
  ['a file was changed', 'RELEASE-FILE', {}, (folder) => writeFile(join(folder, 'web/remote.js'), '// other')],
  ['a file is missing', 'RELEASE-FILE', {}, (folder) => rm(join(folder, 'web/page-list.css'))],
  ['there is an extra file', 'RELEASE-FILE', {}, (folder) => writeFiles(folder, { 'web/toString': '' })],
  [
    'a file is a link',
    'RELEASE-FILE',
    {},
    async (folder) => {
      await rename(join(folder, 'web/remote.js'), join(folder, '../remote.js'));
      await symlink('../../remote.js', join(folder, 'web/remote.js'));
    },
  ],
  [
    'a folder is a link',
    'RELEASE-FILE',
    {},
    async (folder) => {
      await rename(join(folder, 'server'), `${folder}-server`);
      await symlink(`${folder}-server`, join(folder, 'server'));
    },
  ],
  ['it was not built', 'RELEASE-UNBUILT', {}, (folder) => rm(join(folder, 'release.json'))],
  ['its manifest is not JSON', 'RELEASE-MANIFEST', {}, (folder) => writeFiles(folder, { 'release.json': '{' })],
  ['it is another app', 'RELEASE-MANIFEST', { name: 'contact' }, async () => {}],
  ['its entry is not among its files', 'RELEASE-MANIFEST', { entry: 'other.js' }, async () => {}],
  ['its server file is outside of it', 'RELEASE-MANIFEST', { server: '../remote.cjs' }, async () => {}],
  ['its version is a path out of the store', 'RELEASE-MANIFEST', { version: '../../other' }, async () => {}],
  ['it takes the addresses of another app', 'RELEASE-MANIFEST', { publicPath: '/assets/shell/' }, async () => {}],
  [
    'it takes them through a relative path',
    'RELEASE-MANIFEST',
    { publicPath: '/assets/blog/../shell/' },
    async () => {},
  ],
  ['its address is encoded', 'RELEASE-MANIFEST', { publicPath: '/assets/blog/%2e%2e/shell/' }, async () => {}],
  ['its address has backslashes', 'RELEASE-MANIFEST', { publicPath: '/assets/blog/..\\shell/' }, async () => {}],
  [
    'it takes the addresses of another app elsewhere',
    'RELEASE-MANIFEST',
    { publicPath: 'https://elsewhere.example/shell/version-1/web/' },
    async () => {},
  ],
  [
    'its address elsewhere has a relative path',
    'RELEASE-MANIFEST',
    { publicPath: 'https://elsewhere.example/shell/../blog/version-1/web/' },
    async () => {},
  ],
  ['one of its scripts is elsewhere', 'RELEASE-MANIFEST', { entry: 'https://elsewhere.example/x.js' }, async () => {}],
  [
    'one of its folders is listed as a file',
    'RELEASE-MANIFEST',
    {},
    (folder) =>
      changeManifest(folder, ({ files, ...manifest }) => ({
        ...manifest,
        files: { ...files, web: files['web/remote.js'] },
      })),
  ],
  ['it brings its own publication', 'RELEASE-MANIFEST', { extra: { 'publication.json': '{}' } }, async () => {}],
  ['its address would end an attribute', 'RELEASE-MANIFEST', { publicPath: '/assets/blog/"/' }, async () => {}],
  ['its address is on nobody’s origin', 'RELEASE-MANIFEST', { publicPath: '//elsewhere.example/' }, async () => {}],
  ['it emits events of another team', 'RELEASE-MANIFEST', { emits: { 'shop:sold': {} } }, async () => {}],
  ['it shows a fragment whose name is HTML', 'RELEASE-MANIFEST', { uses: { '<b>': [] } }, async () => {}],
  ['it listens to what would begin a line of a report', 'RELEASE-MANIFEST', { listens: ['a:b\n# c'] }, async () => {}],
  ['it was made for another contract', 'RELEASE-CONTRACT', { contract: 2 }, async () => {}],
  ['it needs another React', 'RELEASE-SINGLETON', { singletons: { react: '^20.0.0' } }, async () => {}],
  [
    'it needs a property that every object has',
    'RELEASE-SINGLETON',
    { singletons: { constructor: '^1.0.0' } },
    async () => {},
  ],
  ['it needs a package that the shell lacks', 'RELEASE-SINGLETON', { singletons: { vue: '^3.0.0' } }, async () => {}],
];

test.each(refused)('the store stays as it was when %s', async (_, code, facts, spoil) => {
  const store = await storeWith('version-0');
  const before = await contentOf(store.location);
  const folder = join(await newFolder(), 'built');
  await buildApp(folder, facts);
  await spoil(folder);
  await expect(publish({ ...(await publishOptions(store)), app: 'blog', folder })).rejects.toMatchObject({ code });
  expect(await contentOf(store.location)).toEqual(before);
});

test.each(['RELEASE-PREFLIGHT', 'RELEASE-CATALOGUE'] as const)(
  'the store stays as it was when preflight ends with %s',
  async (code) => {
    const store = await newStore();
    const folder = await newFolder();
    await buildApp(folder);
    const preflight = () => Promise.reject(new OperatorError(code, 'Not like this.'));
    const publication = publish({ ...(await publishOptions(store)), app: 'blog', folder, preflight });
    await expect(publication).rejects.toThrow(`${code} Not like this.`);
    expect(await contentOf(store.location)).toEqual({});
  },
);

test('the store stays as it was when the app is rebuilt during preflight', async () => {
  const store = await newStore();
  const folder = await newFolder();
  await buildApp(folder);
  const preflight = async () => {
    await writeFile(join(folder, 'web/remote.js'), '// newer');
    return [];
  };
  const publication = publish({ ...(await publishOptions(store)), app: 'blog', folder, preflight });
  await expect(publication).rejects.toMatchObject({ code: 'RELEASE-FILE' });
  expect(await contentOf(store.location)).toEqual({});
});

test('without a live shell, a remote is refused and a shell is not', async () => {
  const store = await newStore();
  const folder = await newFolder();
  await buildApp(folder);
  const needs = { ...(await publishOptions(store)), shells: [] };
  await expect(publish({ ...needs, app: 'blog', folder })).rejects.toMatchObject({ code: 'RELEASE-UNKNOWN' });
  const shellFolder = await newFolder();
  await buildApp(shellFolder, { name: 'shell', version: 'shell-1' });
  expect(await publish({ ...needs, app: 'shell', folder: shellFolder })).toMatchObject({ added: true });
});

test('a shell is tried with the live remotes that fit it; those that wait for another one are left out', async () => {
  const store = await newStore();
  const options = await publishOptions(store);
  const folder = await newFolder();
  await buildApp(folder, { name: 'shell', version: 'shell-2', contract: 2 });
  const remoteOf = async (name: string, contract: number) => {
    const built = await newFolder();
    return { manifest: await buildApp(built, { name, contract }), folder: built };
  };
  const remotes = [await remoteOf('blog', 1), await remoteOf('contact', 2)];
  const tried: string[][] = [];
  const preflight = async ({ underTest, shell, remotes: shown, liveShell }: PreflightTask) => {
    tried.push([underTest, shell, ...shown, ...(liveShell ? [liveShell] : [])].map(releaseId));
    return [];
  };
  await publish({ ...options, app: 'shell', folder, remotes, preflight });
  expect(tried).toEqual([['shell@shell-2', 'shell@shell-2', 'contact@version-1', 'shell@shell-1']]);
});

test('a shell whose renderer protocol the server doesn’t speak is neither published nor promoted', async () => {
  const store = await newStore();
  const folder = await newFolder();
  const manifest = await buildApp(folder, { name: 'shell', version: 'shell-2', protocol: 99 });
  const publication = publish({ ...(await publishOptions(store)), app: 'shell', folder });
  await expect(publication).rejects.toMatchObject({ code: 'RELEASE-PROTOCOL' });
  await store.add(manifest, folder, { at: new Date().toISOString(), commit: undefined });
  await expect(promote(store, 'shell', 'shell-2')).rejects.toMatchObject({ code: 'RELEASE-PROTOCOL' });
  expect(await store.read(pointerOf('shell'))).toBeUndefined();
});

test('a version that is already in the store stays as it is', async () => {
  const store = await storeWith('version-1');
  const before = await contentOf(store.location);
  const folder = await newFolder();
  await buildApp(folder, { extra: { 'web/other.js': '' } });
  expect(await publish({ ...(await publishOptions(store)), app: 'blog', folder })).toMatchObject({ added: false });
  expect(await contentOf(store.location)).toEqual(before);
});

test('publishing again repairs a version that was damaged in the store', async () => {
  const store = await storeWith('version-1');
  await writeFile(join(store.location, 'blog/version-1/web/remote.js'), '');
  await publishApp(store, { version: 'version-1' });
  await assertIntact(store);
});

test('publishing the same version at the same time succeeds for everyone', async () => {
  const store = await newStore();
  await Promise.all([publishApp(store), publishApp(store), publishApp(store)]);
  expect(await store.versions('blog')).toHaveLength(1);
  await assertIntact(store);
  expect(Object.keys(await contentOf(store.location)).filter((path) => path.includes('.incoming'))).toEqual([]);
});

test('two teams can publish at the same time', async () => {
  const store = await newStore();
  await Promise.all([publishApp(store, { name: 'blog' }), publishApp(store, { name: 'contact' })]);
  expect((await store.apps()).toSorted()).toEqual(['blog', 'contact']);
});

test('the error names a store that can’t be written', async () => {
  const file = join(await newFolder(), 'file');
  await writeFile(file, '');
  const publication = publishApp(new FolderStore(join(file, 'store')));
  await expect(publication).rejects.toMatchObject({ code: 'RELEASE-STORE', message: expect.stringContaining(file) });
});

test('its publisher learns what a version asks for that the live one doesn’t, and whether the owner has to agree', async () => {
  const store = await newStore();
  const notesOf = async (overrides: AppOverrides) => {
    const folder = await newFolder();
    await buildApp(folder, overrides);
    const policy = { ...openPolicy, agreed: { blog: { packages: [] } } };
    return (await publish({ ...(await publishOptions(store)), policy, app: 'blog', folder })).notes;
  };
  expect(await notesOf({ packages: {}, version: 'version-1' })).toEqual([]);
  await promote(store, 'blog', 'version-1');
  expect(await notesOf({ packages: { zod: '4.1.0' }, version: 'version-2' })).toEqual([
    'blog@version-2 asks for, beyond blog@version-1:',
    '  packages: zod@4.1.0',
    'Before it goes live, the site’s owner has to agree to packages zod@4.1.0: npx site policy --agree blog@version-2',
  ]);
  expect(await notesOf({ packages: {}, version: 'version-3' })).toEqual([]);
});
