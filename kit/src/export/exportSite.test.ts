import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { emptyFolder } from './exportSite.ts';

const folderWith = async (...names: readonly string[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'site-export-'));
  for (const name of names) await writeFile(join(folder, name), '');
  return folder;
};

test('an earlier export is replaced', async () => {
  const folder = await folderWith('_headers', 'index.html');
  await emptyFolder(folder);
  await expect(readdir(folder)).rejects.toThrow('ENOENT');
});

test('an empty or missing folder is fine', async () => {
  const folder = await folderWith();
  await emptyFolder(folder);
  await emptyFolder(folder);
});

test('a folder with other files is left as it is', async () => {
  const folder = await folderWith('thesis.txt');
  await expect(emptyFolder(folder)).rejects.toThrow('SITE-EXPORT');
  expect(await readdir(folder)).toEqual(['thesis.txt']);
});
