import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { recordLimits } from '../limits.ts';
import { pruneHistory } from './pruneHistory.ts';

const fileOf = (serial: number) => `${String(serial).padStart(16, '0')}-${'k'.repeat(43)}-${'h'.repeat(16)}.json`;

test('what was replaced long ago goes, then the oldest beyond the limit; what is in force and other files stay', async () => {
  const signed = await SignedStore.create();
  await signed.release({ version: 'version-2' });
  const folder = join(signed.store.location, 'blog/current.history');
  const kept = await readdir(folder);
  expect(kept).toHaveLength(2);
  const ages = [recordLimits.history.age + 60_000, recordLimits.history.age - 60_000];
  const [old = '', young = ''] = ages.map((age) => fileOf(Date.now() - age));
  for (const name of [old, young, 'note.txt']) await writeFile(join(folder, name), '');
  expect(await pruneHistory(signed.store)).toEqual([{ subject: 'blog', removed: 1 }]);
  expect((await readdir(folder)).sort()).toEqual([young, ...kept, 'note.txt'].sort());

  for (let index = 1; index <= recordLimits.history.count; index += 1)
    await writeFile(join(folder, fileOf(Date.now() - index * 1_000)), '');
  expect(await pruneHistory(signed.store)).toEqual([{ subject: 'blog', removed: 3 }]);
  expect(await readdir(folder)).not.toContain(young);
  expect(await readdir(folder)).toEqual(expect.arrayContaining(kept));
  expect(await pruneHistory(signed.store), 'the second time').toEqual([]);
  expect((await signed.store.versions('blog')).map(({ version }) => version).sort()).toEqual([
    'version-1',
    'version-2',
  ]);
});
