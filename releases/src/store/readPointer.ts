import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import { z } from 'zod';
import { isVersion } from '../names.ts';

const entry = z.object({
  version: z.string().refine(isVersion),
  since: z.iso.datetime(),
  isGivenUp: z.literal(true).exactOptional(),
});
const schema = entry.extend({ previous: z.array(entry) });

/**
 * Reads a `current.json`. A link, a folder, or what is far too large is none.
 *
 * @param file its content; nothing when there is none
 * @param source what it is called in messages
 * @throws {OperatorError} RELEASE-POINTER when it isn't one, else what reading it throws
 */
export async function readPointer(file: Promise<Buffer | undefined>, source: string): Promise<Pointer | undefined> {
  try {
    const content = await file;
    return content && parsePointer(JSON.parse(content.toString('utf8')));
  } catch (cause) {
    if (cause instanceof OperatorError && cause.code !== 'RELEASE-FILE') throw cause;
    throw new OperatorError(
      'RELEASE-POINTER',
      `${source} is not a pointer. Promote a version: that writes it anew.`,
      cause,
    );
  }
}

/**
 * Checks that a value is a pointer.
 *
 * @throws {z.ZodError} when it isn't
 */
export const parsePointer = (value: unknown): Pointer => schema.parse(value);
