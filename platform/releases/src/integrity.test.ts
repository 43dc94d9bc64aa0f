import { createHash } from 'node:crypto';
import { expect, test } from '@rstest/core';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { integrityOf, verifyFile } from './integrity.ts';

const content = Buffer.from('export {}');

const manifestWith = (integrity: string): ReleaseManifest => ({
  name: 'blog',
  version: 'version-1',
  contract: 1,
  singletons: {},
  publicPath: '/assets/blog/version-1/',
  entry: 'remote.js',
  server: 'server/remote.cjs',
  modules: {},
  files: { 'web/remote.js': { integrity, size: content.length } },
});

test.each(['sha256', 'sha384'])('a release with %s integrity is verified with it', async (algorithm) => {
  const manifest = manifestWith(`${algorithm}-${createHash(algorithm).update(content).digest('base64')}`);
  await verifyFile(manifest, 'web/remote.js', content);
  await expect(verifyFile(manifest, 'web/remote.js', Buffer.from('export {};'))).rejects.toThrow('RELEASE-FILE');
  await expect(verifyFile(manifest, 'web/other.js', content)).rejects.toThrow('RELEASE-FILE');
});

test('others get their turn while a large file is verified', async () => {
  const large = Buffer.alloc(10 * 1024 * 1024);
  const manifest = {
    ...manifestWith(''),
    files: { 'web/a.js': { integrity: integrityOf(large), size: large.length } },
  };
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await verifyFile(manifest, 'web/a.js', large);
  isDone = true;
  expect(turns).toBeGreaterThan(10);
});
