import { createHash } from 'node:crypto';
import { expect, test } from '@rstest/core';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { verifyFile } from './integrity.ts';

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

test.each(['sha256', 'sha384'])('a release with %s integrity is verified with it', (algorithm) => {
  const manifest = manifestWith(`${algorithm}-${createHash(algorithm).update(content).digest('base64')}`);
  expect(() => verifyFile(manifest, 'web/remote.js', content)).not.toThrow();
  expect(() => verifyFile(manifest, 'web/remote.js', Buffer.from('export {};'))).toThrow('RELEASE-FILE');
  expect(() => verifyFile(manifest, 'web/other.js', content)).toThrow('RELEASE-FILE');
});
