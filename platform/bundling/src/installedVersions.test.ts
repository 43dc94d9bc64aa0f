import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { installedVersions, versionsOf } from './installedVersions.ts';

let project: string;

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'site-installed-'));
});

afterEach(() => rm(project, { recursive: true }));

const install = async (place: string, content: object) => {
  await mkdir(join(project, place), { recursive: true });
  await writeFile(join(project, place, 'package.json'), JSON.stringify(content));
};

const lock = (packages: object) => writeFile(join(project, 'package-lock.json'), JSON.stringify({ packages }));

test('a lock file gives the versions of a package and of all its dependencies', async () => {
  await lock({
    'node_modules/chart': { version: '2.0.0', dependencies: { scale: '^1.0.0' } },
    'node_modules/chart/node_modules/scale': { version: '1.5.0', integrity: 'sha512-x' },
    'node_modules/scale': { version: '3.0.0' },
  });
  expect(installedVersions(project, ['chart'])).toEqual([
    'node_modules/chart/node_modules/scale@1.5.0 sha512-x',
    'node_modules/chart@2.0.0 ',
  ]);
});

test('a folder’s own version of a package goes before the project’s', async () => {
  await lock({
    'remotes/events/node_modules/chart': { version: '1.0.0' },
    'node_modules/chart': { version: '2.0.0' },
  });
  expect(installedVersions(project, ['chart'], { from: 'remotes/events' })).toEqual([
    'remotes/events/node_modules/chart@1.0.0 ',
  ]);
  expect(installedVersions(project, ['chart'], { from: 'remotes/blog' })).toEqual(['node_modules/chart@2.0.0 ']);
});

test('a package with the same version and other content counts as changed', async () => {
  await lock({ 'node_modules/@site/kit': { version: '1.0.0', integrity: 'sha512-a' } });
  const before = installedVersions(project, ['@site/kit']);
  await lock({ 'node_modules/@site/kit': { version: '1.0.0', integrity: 'sha512-b' } });
  expect(installedVersions(project, ['@site/kit'])).not.toEqual(before);
});

test('dependencies of excluded packages don’t count', async () => {
  await lock({
    'node_modules/@site/kit': { version: '1.0.0', dependencies: { linter: '1.0.0' } },
    'node_modules/linter': { version: '1.0.0' },
  });
  expect(installedVersions(project, ['@site/kit'], { alone: ['@site/kit'] })).toEqual([
    'node_modules/@site/kit@1.0.0 ',
  ]);
});

test('without npm’s lock file, the installed versions count', async () => {
  await install('node_modules/chart', { version: '2.0.0', dependencies: { scale: '^3.0.0', missing: '*' } });
  await install('node_modules/scale', { version: '3.0.0' });
  expect(installedVersions(project, ['chart'])).toEqual(['node_modules/chart@2.0.0 ', 'node_modules/scale@3.0.0 ']);
});

test('packages are named with the versions that a folder gets', async () => {
  await lock({
    'remotes/events/node_modules/chart': { version: '1.0.0' },
    'node_modules/chart': { version: '2.0.0' },
    'node_modules/@scope/scale': { version: '3.0.0' },
    'node_modules/linked': { link: true },
  });
  const names = ['linked', 'chart', '@scope/scale'];
  expect(versionsOf(project, names, 'remotes/events')).toEqual({
    '@scope/scale': '3.0.0',
    chart: '1.0.0',
    linked: 'unknown',
  });
  expect(versionsOf(project, ['chart'], '.')).toEqual({ chart: '2.0.0' });
});
