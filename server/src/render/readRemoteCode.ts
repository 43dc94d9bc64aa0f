import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyFile } from '@site/releases/integrity.ts';
import type { Release } from '@site/releases/Release.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/**
 * The server file of a release.
 *
 * @throws {OperatorError} RELEASE-FILE when a byte of it differs from what was built, or it can't be read
 */
export function readRemoteCode({ manifest, folder }: Release): string {
  const content = read(join(folder, manifest.server));
  verifyFile(manifest, manifest.server, content);
  return content.toString('utf8');
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new OperatorError(
      'RELEASE-FILE',
      `${file} can’t be read. Restart the server: it copies the release anew.`,
      cause,
    );
  }
}
