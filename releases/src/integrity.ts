import { createHash } from 'node:crypto';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';

/** What releases are promised with: a page names the integrity of every script, so that each character counts. */
const currentAlgorithm = 'sha256';

/** The subresource integrity value of a content, as builds state it and browsers check it. */
export const integrityOf = (content: string | Buffer, algorithm: string = currentAlgorithm): string =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

/**
 * Checks a file against its release's manifest.
 *
 * @throws {OperatorError} RELEASE-FILE when a byte differs, or the manifest doesn't list it
 */
export function verifyFile({ name, version, files }: ReleaseManifest, path: string, content: Buffer): void {
  const promised = Object.hasOwn(files, path) ? files[path]?.integrity : undefined;
  // Earlier releases in the store may be promised with another algorithm.
  if (promised && integrityOf(content, promised.split('-')[0]) === promised) return;
  throw new OperatorError(
    'RELEASE-FILE',
    `${path} of ${name}@${version} is not the file that was built. Build and publish again.`,
  );
}
