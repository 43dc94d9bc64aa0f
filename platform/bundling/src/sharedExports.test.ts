import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { contractVersion } from '@site/shared/contract/page.ts';
import recordedTypes from '@site/shared/exportedTypes.json' with { type: 'json' };
import recorded from '@site/shared/exports.json' with { type: 'json' };
import sharedPackage from '@site/shared/package.json' with { type: 'json' };
import { root } from './project.ts';
import { sharedSurface } from './sharedSurface.ts';
import { providedExports } from './singletonExports.ts';

const remedy = `Remotes of other repositories rely on these exports. Write the new list into shared/exports.json, and raise the version of shared/package.json:
the second number when exports were added; the first one, with contractVersion, when any was taken away.`;

const typeRemedy = `Remotes of other repositories rely on these properties and types. If you didn't mean to change them, go back: the tests name what differs.
Else record them: npx node platform/bundling/src/surfaceMain.ts > shared/exportedTypes.json. Then raise the version of shared/package.json: the second number when something was
added; the first one, with contractVersion, when a property or type was taken away or has become narrower.`;

test('what the shell provides matches its recorded list, so that the version of @site/shared is meaningful', () => {
  const provided = providedExports();
  const own = Object.fromEntries(Object.keys(recorded).map((name) => [name, provided[name]]));
  expect(own, remedy).toEqual(recorded);
});

test('properties, events and types of what it exports match the record, so that none goes away unnoticed', async () => {
  expect(await sharedSurface(), typeRemedy).toEqual(recordedTypes);
});

test('the first number of its version is the contract', () => {
  expect(Number(sharedPackage.version.split('.')[0])).toBe(contractVersion);
});

test('every package in this repository that depends on it names its version', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version?: string }>>;
  };
  expect(lock.packages.shared?.version).toBe(sharedPackage.version);
});
