import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { readCheckout } from './buildAndPublish.ts';

let folder: string;
const git = (...parameters: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...parameters], { cwd: folder });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checked-out-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('a clean checkout has its commit; changed and new files are listed and make it dirty', async () => {
  git('init', '--quiet');
  await writeFile(join(folder, 'a.ts'), 'a');
  git('add', '.');
  git('commit', '--quiet', '--message', 'a');
  const clean = { commit: expect.stringMatching(/^[0-9a-f]+$/), author: 'Ada', uncommitted: [] };
  expect(await readCheckout(folder)).toEqual(clean);
  await writeFile(join(folder, 'a.ts'), 'b');
  await writeFile(join(folder, 'b.ts'), 'b');
  expect(await readCheckout(folder)).toEqual({
    ...clean,
    commit: expect.stringMatching(/^[0-9a-f]+-dirty$/),
    uncommitted: ['a.ts', 'b.ts'],
  });
});

test('the list names the repository without the credentials in its address', async () => {
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'a');
  git('remote', 'add', 'origin', 'https://ada:secret@git.example.com/site.git');
  expect(await readCheckout(folder)).toMatchObject({ repository: 'https://git.example.com/site.git' });
});

test('outside a repository there is no commit', async () => {
  expect(await readCheckout(folder)).toEqual({ uncommitted: [] });
});
