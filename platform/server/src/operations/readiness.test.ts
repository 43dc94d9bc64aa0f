import { expect, test } from '@rstest/core';
import type { ReleaseSource } from '@site/releases/Release.ts';
import { foldersCheck, lostStoreCheck, remotesCheck, storeCheck } from './readiness.ts';

const source = (gone: readonly string[], unreachable: Readonly<Record<string, string>> = {}) =>
  ({ current: () => ({ gone, unreachable: new Map(Object.entries(unreachable)) }) }) as unknown as ReleaseSource;

const checksOf = async (releases: ReleaseSource) => [await storeCheck(releases)(), await remotesCheck(releases)()];

test('a server that shows every remote is ready', async () => {
  expect(await checksOf(source([]))).toEqual([undefined, undefined]);
});

test('a remote that no server can show is named, but the server stays ready', async () => {
  const noRelease = 'No release can be shown of: blog.';
  expect(await checksOf(source(['blog']))).toEqual([undefined, noRelease]);
  expect(await checksOf(source(['blog'], { blog: 'RELEASE-POINTER' }))).toEqual([undefined, noRelease]);
});

test('a server is not ready while the store can’t deliver a remote: another server may have it', async () => {
  const releases = source(['blog'], { blog: 'RELEASE-STORE' });
  expect(await checksOf(releases)).toEqual(['The store has not handed over: blog.', undefined]);
});

test('a store that can’t be read is named, with its error and since when, unless it already makes the server not ready', async () => {
  const lostStore = { code: 'RELEASE-STORE-REFUSED', since: new Date('2030-01-31T12:00:00Z') };
  const lost = (releases: ReleaseSource) => lostStoreCheck(Object.assign(releases, { lostStore }))();
  expect(await lost(source([]))).toMatch(/^Since 2030-01-31T12:00:00\.000Z .*\(RELEASE-STORE-REFUSED\)/);
  expect(await lost(source(['blog'], { blog: 'RELEASE-STORE' }))).toBeUndefined();
  expect(await lostStoreCheck(source([]))()).toBeUndefined();
});

test('folders whose pointers are refused are named, a few of them', async () => {
  const refused = Array.from({ length: 7 }, (_, index) => [`a-${index}`, 'RELEASE-FILE'] as const);
  expect(await foldersCheck({ refusedFolders: new Map() })()).toBeUndefined();
  expect(await foldersCheck({ refusedFolders: new Map(refused) })()).toMatch(
    /: a-0 \(RELEASE-FILE\), .*, and 2 more\.$/,
  );
});
