import { createHmac } from 'node:crypto';

/**
 * Which of 100 buckets a visitor is in during a rollout. It is neither stored nor sent, but computed for each request, and
 * it doesn't reveal the address.
 *
 * @param secret the servers' secret: without it, anyone who releases could choose a salt that puts a certain address first
 * @param salt the rollout's salt: in the next rollout, others come first
 * @param network that the visitor comes from
 */
export function bucketOf(secret: string, salt: string, network: string): number {
  const hash = createHmac('sha256', secret).update(`rollout ${salt} ${network}`).digest().readUInt32BE();
  return Math.floor((hash / 2 ** 32) * 100);
}
