import type { Pointer } from '@site/shared/contract/release.ts';
import { z } from 'zod';
import { isVersion } from '../names.ts';
import { ReleaseError } from '../ReleaseError.ts';

const entry = z.object({
  version: z.string().refine(isVersion),
  since: z.iso.datetime(),
  isGivenUp: z.literal(true).exactOptional(),
});
const schema = entry.extend({ previous: z.array(entry) });

/**
 * Reads a `current.json`.
 *
 * @throws {ReleaseError} RELEASE-POINTER when it isn't one
 */
export function readPointer(text: string, source: string): Pointer {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new ReleaseError(
      'RELEASE-POINTER',
      `${source} is not a pointer. Promote a version: that writes it anew.`,
      cause,
    );
  }
}
