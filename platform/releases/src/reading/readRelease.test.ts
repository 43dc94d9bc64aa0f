import { join } from 'node:path';
import { expect, rs, test } from '@rstest/core';
import {
  type AppOverrides,
  buildApp,
  newFolder,
  newStore,
  publishOptions,
  storeWith,
} from '@site/testkit/releases/fixtures.ts';
import { ReleaseCache } from '../follow/ReleaseCache.ts';
import { releaseLimits } from '../limits.ts';
import { publish } from '../operations/publish.ts';
import { readRelease } from './readRelease.ts';
import { SheetReader } from './SheetReader.ts';

const sheetOf = (css: string): AppOverrides => ({ version: 'version-2', extra: { 'web/page-list.css': css } });

/** A sheet from which every document of its page would be put together for too long. */
const endless = sheetOf('.a{color:red}'.repeat(releaseLimits.moduleStyleParts));
const tooMuch = {
  code: 'RELEASE-LIMIT',
  message: expect.stringMatching(
    /style sheets of \.\/list have 16000 selectors and declarations \(moduleStyleParts: at most 8000\)/,
  ),
};

test('the style sheets of a release are read once, for all documents', async () => {
  const folder = await newFolder();
  const release = await readRelease(await buildApp(folder, sheetOf('.a{color:red}')), folder);
  expect(JSON.parse(release.sheets?.get('page-list.css') ?? '')).toMatchObject([
    { kind: 'rule', selectors: [{ text: '.a', classes: ['a'] }], styles: [{ name: 'color', value: 'red' }] },
  ]);
});

test('a release whose style sheets are too much work can’t be published, and its team learns how much they are', async () => {
  const [folder, store] = [await newFolder(), await newStore()];
  await buildApp(folder, endless);
  const published = publish({ ...(await publishOptions(store)), app: 'blog', folder });
  await expect(published).rejects.toMatchObject(tooMuch);
  expect(await store.apps()).toEqual([]);
});

test('so are those of all its pages together', async () => {
  const [folder, count] = [await newFolder(), releaseLimits.styleParts / releaseLimits.moduleStyleParts + 1];
  const names = Array.from({ length: count }, (_, index) => `page-${index}`);
  const css = '.a{color:red}'.repeat(releaseLimits.moduleStyleParts / 2);
  const manifest = await buildApp(folder, {
    extra: Object.fromEntries(names.map((name) => [`web/${name}.css`, css])),
    modules: Object.fromEntries(names.map((name) => [`./${name}`, { scripts: [], styles: [`${name}.css`] }])),
  });
  await expect(readRelease(manifest, folder)).rejects.toThrow(
    /its style sheets have 48000 .*styleParts: at most 40000/,
  );
});

test('servers don’t show such a release, however it got into the store, and copy it only once', async () => {
  const store = await storeWith('version-1');
  await buildApp(join(store.location, 'blog/version-2'), endless);
  const copies = new ReleaseCache(store, await newFolder());
  await expect(copies.get('blog', 'version-2')).rejects.toMatchObject(tooMuch);
  const read = rs.spyOn(store, 'file');
  await expect(new ReleaseCache(store, await newFolder()).get('blog', 'version-2')).rejects.toMatchObject(tooMuch);
  expect(read).not.toHaveBeenCalled();
  expect((await copies.get('blog', 'version-1')).manifest.version).toBe('version-1');
});

test('reading that takes too long, or too much memory, ends without the process that asked; the next one works', async () => {
  const folder = await newFolder();
  await buildApp(folder, sheetOf(`a{${'b:c;'.repeat(100_000)}}`));
  const files = [join(folder, 'web/page-list.css')];
  await expect(new SheetReader({ time: 1, memory: 128 }).read(files)).rejects.toThrow('more than 1 ms of a processor');
  await expect(new SheetReader({ time: 60_000, memory: 8 }).read(files)).rejects.toThrow('more than 8 MB of memory');
  const reader = new SheetReader();
  await expect(reader.read([join(folder, 'nowhere.css')])).rejects.toThrow('ENOENT');
  expect(await reader.read(files)).toMatchObject([{ weight: 100_001 }]);
  const program = process.execPath;
  process.execPath = join(folder, 'no-node');
  const unlucky = new SheetReader();
  await expect(unlucky.read(files)).rejects.toThrow('ENOENT');
  process.execPath = program;
  expect(await unlucky.read(files), 'once processes start again').toHaveLength(1);
  // Node warns of listeners that nobody removes.
  const warned = rs.fn();
  process.on('warning', warned);
  for (let count = 0; count < 12; count += 1) await reader.read([]);
  process.off('warning', warned);
  expect(warned).not.toHaveBeenCalled();
});
