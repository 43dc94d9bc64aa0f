import type { WritableStore } from '@site/releases/store/ReleaseStore.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { serviceLimits } from './limits.ts';

const { stored: limits, versionSize } = serviceLimits;

/** Bytes of all files of a version. */
export const sizeOf = ({ files }: ReleaseManifest): number =>
  Object.values(files).reduce((sum, { size }) => sum + size, 0);

/**
 * Checks that the store has room for another version of an app.
 *
 * @throws {OperatorError} RELEASE-TOO-MUCH
 */
export async function assertRoom(store: WritableStore, manifest: ReleaseManifest): Promise<void> {
  const { name } = manifest;
  const others = (await store.versions(name)).filter(({ version }) => version !== manifest.version);
  const fail = (most: string) =>
    new OperatorError(
      'RELEASE-TOO-MUCH',
      `The store takes ${most} of ${name}, and has them. Ask the owner of the site to remove old ones there: npx site prune`,
    );
  if (others.length >= limits.versions) throw fail(`${limits.versions} versions`);
  const sizes = await Promise.all(
    // A damaged version counts with the largest possible size.
    others.map(({ version }) => store.manifest(name, version).then(sizeOf, () => versionSize)),
  );
  const size = sizes.reduce((sum, one) => sum + one, sizeOf(manifest));
  if (size > limits.size) throw fail(`${limits.size} bytes`);
}
