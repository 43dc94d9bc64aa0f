import { createHash } from 'node:crypto';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { ReleaseError } from './ReleaseError.ts';

/** The subresource integrity value of a content. */
const integrityOf = (content: Buffer): string => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/**
 * Checks a file against its release's manifest.
 *
 * @throws {ReleaseError} RELEASE-FILE when a byte differs, or the manifest doesn't list it
 */
export function verifyFile({ name, version, files }: ReleaseManifest, path: string, content: Buffer): void {
  if (files[path] && integrityOf(content) === files[path].integrity) return;
  throw new ReleaseError(
    'RELEASE-FILE',
    `${path} of ${name}@${version} is not the file that was built. Build and publish again.`,
  );
}
