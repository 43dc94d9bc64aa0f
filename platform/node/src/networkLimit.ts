import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from './networkOf.ts';
import type { SharedMemory } from './SharedMemory.ts';

/** How often a network may do something. */
interface NetworkLimit {
  /** Its name in the shared memory: `searches`. */
  readonly what: string;
  readonly fromNetwork: number;
  /** Within what time, in milliseconds. */
  readonly window: number;
}

/**
 * Counts what networks do: together on all servers that share a memory; on this one alone without a memory, or while it is away.
 *
 * @param scope with `@fastify/rate-limit`
 * @returns counts a request: undefined while its network may go on, otherwise after how many seconds it may
 */
export function networkLimit(
  scope: FastifyInstance,
  { what, fromNetwork, window }: NetworkLimit,
  shared: SharedMemory | undefined,
): (request: FastifyRequest) => Promise<number | undefined> {
  const countHere = scope.createRateLimit({
    max: fromNetwork,
    timeWindow: window,
    keyGenerator: ({ ip }) => networkOf(ip),
  });
  return async (request) => {
    const limit = await countHere(request);
    // A network that exceeds the limit here needs no shared count.
    if (!limit.isAllowed && limit.isExceeded) return limit.ttlInSeconds;
    const ofAll = (await shared?.count(`${what} of ${networkOf(request.ip)}`, window)) ?? 0;
    // The memory doesn't say when its count starts again.
    return ofAll > fromNetwork ? Math.ceil(window / 1000) : undefined;
  };
}
