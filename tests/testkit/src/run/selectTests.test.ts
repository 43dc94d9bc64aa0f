import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { selectTests } from './selectTests.ts';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'site-tests-'));
  const files = [
    'remotes/blog/src/List.test.tsx',
    'remotes/blog/node_modules/a/a.test.ts',
    'tests/e2e/blog/list.spec.ts',
    'api/src/news.test.ts',
    'tests/testkit/src/run/main.ts',
  ];
  for (const file of files) {
    await mkdir(join(root, dirname(file)), { recursive: true });
    await writeFile(join(root, file), '');
  }
});

afterAll(() => rm(root, { recursive: true }));

test.each([
  ['no word', [], [['check'], ['unit'], ['e2e']]],
  ['a part', ['unit'], [['unit']]],
  [
    'a remote',
    ['blog'],
    [
      ['unit', 'remotes/blog'],
      ['e2e', 'tests/e2e/blog'],
    ],
  ],
  ['a workspace', ['api'], [['unit', 'api']]],
  ['a file of unit tests', ['api/src/news.test.ts'], [['unit', 'api/src/news.test.ts']]],
  ['a file of browser tests', ['./tests/e2e/blog/list.spec.ts'], [['e2e', 'tests/e2e/blog/list.spec.ts']]],
  ['a folder with a slash', ['tests/e2e/'], [['e2e', 'tests/e2e']]],
  ['a part and a folder', ['check', 'api'], [['check'], ['unit', 'api']]],
  ['a part and a file of it', ['unit', 'api/src/news.test.ts'], [['unit']]],
  ['“all”', ['all'], [['check'], ['unit'], ['e2e']]],
  ['“weekly”', ['weekly'], [['e2e']]],
])('%s selects its tests', (_, words, expected) => {
  const selected = selectTests(root, words).map(({ part, paths }) => [part, ...paths]);
  expect(selected).toEqual(expected);
});

test('only “all” selects the second tier, only “weekly” the third', () => {
  const tiers = (...words: string[]) => selectTests(root, words).map((selection) => selection.tiers ?? 'first');
  expect([tiers(), tiers('e2e'), tiers('all'), tiers('weekly')]).toEqual([
    ['first', 'first', 'first'],
    ['first'],
    ['all', 'all', 'all'],
    ['weekly'],
  ]);
});

test.each([
  'events',
  'tools',
  'api/src/nothing.test.ts',
  'tests/testkit/src/run/main.ts',
  '..',
  '../x',
  '.',
  '--watch',
])('"%s" is refused, with examples of valid words', (word) => {
  expect(() => selectTests(root, [word])).toThrow(/There are no tests called ".*Name a part \(check, unit, e2e\)/);
});
