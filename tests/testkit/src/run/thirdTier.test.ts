import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@rstest/core';
import { atTestEnd } from '../cleanUp.ts';
import { temporaryFolder } from '../site/folders.ts';
import { nothing } from './reports.ts';
import { fileInTurn, lastThirdTier, rememberThirdTier } from './thirdTier.ts';

let root: string;

const git = (...parameters: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...parameters], { cwd: root });

const commit = () => git('commit', '--quiet', '--allow-empty', '--message', 'A step');

beforeEach(async () => {
  root = await temporaryFolder('third-tier');
  atTestEnd(() => rmSync(root, { recursive: true }));
  git('init', '--quiet');
  commit();
  mkdirSync(join(root, 'tests/e2e'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{ "version": "3.1.4" }');
});

test('a run of the third tier is remembered with its version, unless something failed', () => {
  rememberThirdTier(root, { ...nothing, passed: 8, failed: 1 });
  expect(lastThirdTier(root)).toContain('No run');
  rememberThirdTier(root, { ...nothing, passed: 9 });
  expect(lastThirdTier(root)).toMatch(/last ran on \d{4}-\d\d-\d\d, on version 3\.1\.4 \(\w+\): 9 passed/);
});

test('each file of the third tier has its turn', () => {
  const files = ['tests/e2e/a.weekly.spec.ts', 'tests/e2e/b.weekly.spec.ts'];
  for (const file of files) writeFileSync(join(root, file), '');
  const turns = [1, 2, 3].map(() => {
    commit();
    return fileInTurn(root);
  });
  expect(turns.slice(0, 2).toSorted()).toEqual(files);
  expect(turns[2]).toBe(turns[0]);
});
