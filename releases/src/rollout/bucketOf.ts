import { createHash } from 'node:crypto';

/**
 * The bucket of a hundred that a visitor is in, for as long as a version goes live in steps. Nothing of it is kept or sent: it is
 * computed anew for each request, and tells nothing of the address.
 *
 * @param salt of the rollout: in the next one, others come first
 * @param network that the visitor comes from
 */
export function bucketOf(salt: string, network: string): number {
  const hash = createHash('sha256').update(`${salt} ${network}`).digest().readUInt32BE();
  return Math.floor((hash / 2 ** 32) * 100);
}
