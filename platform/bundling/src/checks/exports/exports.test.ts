import { expect, test } from '@rstest/core';
import { differences, exportsCheck, leaving, neededExports } from './exports.ts';
import { namedFiles } from './namedFiles.ts';

const http = {
  name: '@site/http',
  folder: 'platform/node',
  exports: { './limits.ts': './src/limits.ts', './locales/*': './locales/*' },
};
const api = { name: '@site/api', folder: 'api', exports: {} };
const sources = ['platform/node/src/limits.ts', 'platform/node/src/probes.ts', 'platform/node/package.json'];
const isThere = (file: string) => sources.includes(file);
const naming = (files: Readonly<Record<string, string>>) => namedFiles(new Map(Object.entries(files)));
const others = "import '@site/node/limits.ts'; import('@site/http/locales/en.json');";
const found = (code: string) => differences(http, naming({ 'api/src/api.ts': code }), isThere);

test('exports that others import, and no more, are in order', () => {
  expect(found(others)).toEqual([]);
});

test('an import that `exports` doesn’t name is refused, with the line to add', () => {
  expect(found(`${others} import type { Probe } from '@site/node/probes.ts';`)).toEqual([
    expect.stringMatching(/^platform\/http\/package\.json: .*add "\.\/probes\.ts": "\.\/src\/probes\.ts" to exports/),
  ]);
});

test('an export that nobody imports any more is refused, with the line to remove', () => {
  expect(found("import '@site/http/locales/fr.json';")).toEqual([
    expect.stringMatching(
      /^platform\/http\/package\.json: .*remove "\.\/limits\.ts": "\.\/src\/limits\.ts" from exports/,
    ),
  ]);
  expect(found("import '@site/node/limits.ts';")).toEqual([expect.stringContaining('remove "./locales/*"')]);
});

test('a pattern for a whole package is no wall', () => {
  const open = { ...http, exports: { './*': './src/*' } };
  expect(neededExports(open, naming({ 'api/src/api.ts': others }), isThere)).toEqual({
    './limits.ts': './src/limits.ts',
  });
});

test.each([
  ['a style sheet', { 'shell/src/root.css': "background: url('@site/http/probes.ts#dark')" }],
  ['a setting', { 'shell/tsconfig.json': '{ "extends": "@site/http/probes.ts" }' }],
  ['a program beside its imports', { 'shell/src/a.ts': "import.meta.resolve('@site/node/probes.ts')" }],
])('what %s names is exported', (_, files) => {
  expect(neededExports(http, naming(files), isThere)).toEqual({ './probes.ts': './src/probes.ts' });
});

test.each([
  ['of the package itself', { 'platform/node/src/a.ts': "import '@site/node/probes.ts';" }],
  ['in a comment', { 'shell/src/a.ts': "// '@site/node/probes.ts'" }],
  ['in a sample of a test', { 'shell/src/a.test.ts': "const sample = '@site/node/probes.ts';" }],
  ['of no file', { 'shell/src/a.ts': "import '@site/http/nowhere.ts';" }],
])('a name %s is no reason to export', (_, files) => {
  expect(neededExports(http, naming(files), isThere)).toEqual({});
});

test('a relative import may not leave its package, and learns its right name', () => {
  const named = naming({
    'api/src/api.ts': "import '../../platform/node/src/limits.ts'; import './main.ts';",
    'api/src/main.ts': "import '../../package.json';",
    'playwright.config.ts': "import './api/src/api.ts';",
  });
  expect(leaving(named, [http, api])).toEqual([
    'api/src/api.ts: "../../platform/node/src/limits.ts" leaves its package. Import "@site/http/limits.ts".',
    'api/src/main.ts: "../../package.json" leaves its package. Read the file when the program runs.',
    'playwright.config.ts: "./api/src/api.ts" leaves its package. Import "@site/api/api.ts".',
  ]);
});

test('every package of the project exports what the others import', async () => {
  expect(await exportsCheck.run()).toEqual([]);
});
