import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, rstest, test } from '@rstest/core';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { recordLimits } from '../limits.ts';
import { readChangedFile } from './files.ts';
import { Publications } from './Publications.ts';

const write = async (store: string, version: string, commit: string): Promise<void> => {
  await mkdir(join(store, 'blog', version), { recursive: true });
  await writeFile(join(store, 'blog', version, 'publication.json'), JSON.stringify({ at: '2026-11-29', commit }));
};

/** Publications that name the versions whose file they have read. */
function watched(store: string) {
  const read: string[] = [];
  const publications = new Publications(store, async (file, ...options) => {
    const found = await readChangedFile(file, ...options);
    if (found !== 'unchanged') read.push(file.split('/').at(-2) ?? '');
    return found;
  });
  return { publications, read };
}

/** A file that has just changed may change again at the same time. */
function later(): void {
  const now = Date.now();
  rstest.spyOn(Date, 'now').mockReturnValue(now + 60_000);
  onTestFinished(() => {
    rstest.restoreAllMocks();
  });
}

test('how a version was published is read once, also when there are more versions by then', async () => {
  const store = await newFolder();
  for (const version of ['version-1', 'version-2']) await write(store, version, version);
  later();
  const { publications, read } = watched(store);
  await publications.of('blog', ['version-1', 'version-2']);
  await write(store, 'version-3', 'version-3');
  read.length = 0;
  const all = await publications.of('blog', ['version-1', 'version-2', 'version-3']);
  expect(all.map(({ commit }) => commit)).toEqual(['version-1', 'version-2', 'version-3']);
  expect(read).toEqual(['version-3']);
});

test('a version that was removed and published again has its new publication', async () => {
  const store = await newFolder();
  await write(store, 'version-1', 'first');
  const { publications } = watched(store);
  expect(await publications.of('blog', ['version-1'])).toMatchObject([{ commit: 'first' }]);
  await rm(join(store, 'blog/version-1'), { recursive: true });
  await write(store, 'version-1', 'other');
  expect(await publications.of('blog', ['version-1'])).toMatchObject([{ commit: 'other' }]);
});

test('what is missing, damaged, too large or a link is not known, and the others are', async () => {
  const [store, elsewhere] = [await newFolder(), await newFolder()];
  await write(store, 'version-1', 'good');
  await write(elsewhere, 'version-1', 'elsewhere');
  for (const name of ['nothing-1', 'damaged-1', 'large-1', 'link-1', 'folder-1/publication.json'])
    await mkdir(join(store, 'blog', name), { recursive: true });
  await writeFile(join(store, 'blog/damaged-1/publication.json'), '{');
  await writeFile(join(store, 'blog/large-1/publication.json'), ' '.repeat(recordLimits.publication + 1));
  await symlink(join(elsewhere, 'blog/version-1/publication.json'), join(store, 'blog/link-1/publication.json'));
  const versions = ['version-1', 'nothing-1', 'damaged-1', 'large-1', 'link-1', 'folder-1'];
  const [known, ...others] = await new Publications(store).of('blog', versions);
  expect(known).toMatchObject({ commit: 'good' });
  expect(others).toEqual(versions.slice(1).map((version) => ({ version, at: '' })));
});

test('an app’s folder that is a link leads nowhere; the store itself may be behind one', async () => {
  const [store, links] = [await newFolder(), await newFolder()];
  await write(store, 'version-1', 'good');
  await symlink(store, join(links, 'store'));
  await symlink(join(store, 'blog'), join(links, 'blog'));
  expect(await new Publications(join(links, 'store')).of('blog', ['version-1'])).toMatchObject([{ commit: 'good' }]);
  expect(await new Publications(links).of('blog', ['version-1'])).toEqual([{ version: 'version-1', at: '' }]);
});
