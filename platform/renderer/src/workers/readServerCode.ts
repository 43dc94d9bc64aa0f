import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyFile } from '@site/releases/integrity.ts';
import type { Release } from '@site/releases/Release.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/**
 * Reads the code of a release that renders its pages.
 *
 * @throws {OperatorError} RELEASE-FILE when it can't be read, or is not what was built
 */
export function readServerCode({ manifest, folder }: Release): string {
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
      `${file} can’t be read. Restart the server: it copies the release again.`,
      cause,
    );
  }
}
