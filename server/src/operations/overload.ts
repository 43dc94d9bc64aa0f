import { Socket } from 'node:net';
import underPressure from '@fastify/under-pressure';
import { metricsPath } from '@site/http/metrics.ts';
import { probePaths } from '@site/http/probes.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serverLimits } from '../limits.ts';

/** Too many pages wait for a rendering worker, or too many of one visitor; the event loop is delayed; or the server is stopping. */
export type RefusalReason = 'rendering' | 'fair-share' | 'event-loop' | 'stopping';

/** A request was refused at once, so that the server can finish what it has begun. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly statusCode = 503;
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super('SITE-OVERLOAD The server has too much to do just now. Please try again in a moment.');
    this.reason = reason;
  }
}

const alwaysAnswered: readonly (string | undefined)[] = [...Object.values(probePaths), metricsPath];

/**
 * Refuses requests while the event loop is delayed, except probes, metrics, and API calls of pages that are being rendered.
 * Cached pages are served before this check.
 */
export async function refuseOverload(server: FastifyInstance): Promise<void> {
  await server.register(underPressure, {
    maxEventLoopDelay: serverLimits.eventLoop.delay,
    sampleInterval: serverLimits.eventLoop.sample,
    pressureHandler: async (request) => {
      if (!isInternalCall(request) && !alwaysAnswered.includes(request.routeOptions.url))
        throw new RefusedError('event-loop');
    },
  });
}

/** Whether the server itself makes the call, for a page that it renders: such a call has no connection. */
export const isInternalCall = ({ raw }: FastifyRequest): boolean => !(raw.socket instanceof Socket);
