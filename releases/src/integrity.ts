import { createHash } from 'node:crypto';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';

/** A page lists the integrity of every script, so a short hash keeps pages small. */
const currentAlgorithm = 'sha256';

/** The subresource integrity value of some content, as builds write it and browsers check it. */
export const integrityOf = (content: string | Buffer, algorithm: string = currentAlgorithm): string =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

/**
 * Checks a file against its release's manifest.
 *
 * @throws {OperatorError} RELEASE-FILE when a byte differs, or the manifest doesn't list it
 */
export function verifyFile({ name, version, files }: ReleaseManifest, path: string, content: Buffer): void {
  const expected = Object.hasOwn(files, path) ? files[path]?.integrity : undefined;
  // Earlier releases in the store may use another algorithm.
  if (expected && integrityOf(content, expected.split('-')[0]) === expected) return;
  throw new OperatorError(
    'RELEASE-FILE',
    `${path} of ${name}@${version} is not the file that was built. Build and publish again.`,
  );
}
