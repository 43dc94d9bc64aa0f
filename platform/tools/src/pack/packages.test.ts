import { expect, test } from '@rstest/core';
import recordedExports from '@site/shared/exports.json' with { type: 'json' };
import { describePackages } from './packages.ts';
import { surfaceTypes } from './surfaceTypes.ts';

const packages = new Map(describePackages().map((description) => [description.name, description]));

test('the kit of a team has nothing of the site’s server, its database or its browser tests', () => {
  const kit = packages.get('@site/kit');
  expect(kit?.files).toContain('platform/kit/src/release/publishApp.ts');
  expect(kit?.files.filter((file) => /^(?:platform\/server|api|tests|remotes)\//.test(file))).toEqual([]);
  expect(kit?.files.filter((file) => file.startsWith('shell/'))).toEqual(['shell/src/entry/boot.ts']);
  for (const heavy of ['fastify', 'kysely', '@playwright/test', '@module-federation/enhanced', '@aws-sdk/client-s3'])
    expect(kit?.packages).not.toContain(heavy);
});

test('the package that creates a repository needs no other package', () => {
  const creator = packages.get('@site/create-remote');
  expect(creator?.packages).toEqual([]);
  for (const file of ['gitignore', '.nvmrc', '.github/workflows/ci.yml', 'README.md'])
    expect(creator?.files).toContain(`platform/kit/src/new-remote/repository/${file}`);
});

test('the shared package has its helpers for tests, and no test', () => {
  const shared = packages.get('@site/shared');
  expect(shared?.files).toContain('shared/testing/renderInSite.tsx');
  expect(shared?.files.filter((file) => file.includes('.test.'))).toEqual([]);
});

test('partly shared packages have only the types of that part', () => {
  for (const name of [...recordedExports['react-router-dom'], ...recordedExports['react-i18next']])
    expect(surfaceTypes()).toContain(name);
  expect(surfaceTypes()).not.toMatch(/\bTrans\b|\bLink\b|useParams/);
});
