import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { verifyFile } from '../integrity.ts';
import type { Store } from '../store/Store.ts';

/**
 * Checks that a manifest is of the version that it was asked of.
 *
 * @throws {OperatorError} RELEASE-MANIFEST
 */
export function assertIs({ name, version }: ReleaseManifest, app: string, asked: string): void {
  if (name === app && version === asked) return;
  throw new OperatorError('RELEASE-MANIFEST', `${app}@${asked} says that it is ${name}@${version}. Publish it again.`);
}

/** The manifest of a version in a store. Errors as `Store.manifest`, and RELEASE-MANIFEST when it is of another version. */
export async function manifestOf(store: Store, app: string, version: string): Promise<ReleaseManifest> {
  const manifest = await store.manifest(app, version);
  assertIs(manifest, app, version);
  return manifest;
}

/** Checks every file of a version in a store. Errors as `manifestOf`, and RELEASE-FILE. */
export async function verifyStored(store: Store, app: string, version: string): Promise<ReleaseManifest> {
  const manifest = await manifestOf(store, app, version);
  for (const path of Object.keys(manifest.files)) verifyFile(manifest, path, await store.file(app, version, path));
  return manifest;
}
