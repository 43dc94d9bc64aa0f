import { createHmac } from 'node:crypto';

/**
 * The bucket of a hundred that a visitor is in, for as long as a version goes live in steps. Nothing of it is kept or sent: it is
 * computed anew for each request, and tells nothing of the address.
 *
 * @param secret of the servers: without it, anyone who releases could choose a salt that puts a certain address first
 * @param salt of the rollout: in the next one, others come first
 * @param network that the visitor comes from
 */
export function bucketOf(secret: string, salt: string, network: string): number {
  const hash = createHmac('sha256', secret).update(`rollout ${salt} ${network}`).digest().readUInt32BE();
  return Math.floor((hash / 2 ** 32) * 100);
}
