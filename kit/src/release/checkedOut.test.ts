import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { checkedOut } from './checkedOut.ts';

let folder: string;
const git = (...parameters: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...parameters], { cwd: folder });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checked-out-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('a clean tree is its commit; a changed or a new file makes it dirty, and is named', async () => {
  git('init', '--quiet');
  await writeFile(join(folder, 'a.ts'), 'a');
  git('add', '.');
  git('commit', '--quiet', '--message', 'a');
  expect(await checkedOut(folder)).toEqual({ commit: expect.stringMatching(/^[0-9a-f]+$/), uncommitted: [] });
  await writeFile(join(folder, 'a.ts'), 'b');
  await writeFile(join(folder, 'b.ts'), 'b');
  expect(await checkedOut(folder)).toEqual({
    commit: expect.stringMatching(/^[0-9a-f]+-dirty$/),
    uncommitted: ['a.ts', 'b.ts'],
  });
});

test('outside of a repository nothing is known', async () => {
  expect(await checkedOut(folder)).toEqual({ commit: undefined, uncommitted: [] });
});
