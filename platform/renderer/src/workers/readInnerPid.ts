import type { Readable } from 'node:stream';
import { z } from 'zod';
import { rendererLimits } from '../limits.ts';

/** What bubblewrap writes, among other things. Process 1 of a machine is never a worker. */
const told = z.object({ 'child-pid': z.int().min(2) });

/**
 * Reads which process bubblewrap has started.
 *
 * @param info its descriptor for that
 * @throws {Error} when it tells something else, or too much
 */
export async function readInnerPid(info: Readable): Promise<number> {
  let text = '';
  for await (const part of info) {
    text += part;
    if (text.length > rendererLimits.wallInfo) throw new Error('It tells too much.');
  }
  return told.parse(JSON.parse(text))['child-pid'];
}
