import { Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { metricsPath } from '@site/http/metrics.ts';
import { probePaths } from '@site/http/probes.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serverLimits } from '../limits.ts';

/**
 * Why requests are refused: too many pages wait for a rendering worker, or too many of one visitor; there is no worker, as they end again and again; the
 * event loop is delayed; or the server is stopping.
 */
export const refusalReasons = ['rendering', 'fair-share', 'no-worker', 'event-loop', 'stopping'] as const;

/** Why a request was refused. */
export type RefusalReason = (typeof refusalReasons)[number];

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
export function refuseOverload(server: FastifyInstance): void {
  const delay = measureEventLoopDelay(server);
  server.addHook('onRequest', async (request) => {
    if (delay() <= serverLimits.eventLoop.delay || isInternalCall(request)) return;
    if (!alwaysAnswered.includes(request.routeOptions.url)) throw new RefusedError('event-loop');
  });
}

/** How often the monitor looks, in milliseconds: a loop that isn't delayed at all has this delay. */
const resolution = 10;

/** Returns the mean delay of the event loop in the last interval, in milliseconds. It reads no file: while descriptors are short, it still works. */
function measureEventLoopDelay(server: FastifyInstance): () => number {
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  let delay = 0;
  const timer = setInterval(() => {
    const mean = histogram.mean / 1e6 - resolution;
    // Without a single look, the loop was busy for the whole interval.
    delay = Number.isNaN(mean) ? Number.POSITIVE_INFINITY : mean;
    histogram.reset();
  }, serverLimits.eventLoop.sample).unref();
  server.addHook('onClose', async () => {
    clearInterval(timer);
    histogram.disable();
  });
  return () => delay;
}

/** Whether the server itself makes the call, for a page that it renders: such a call has no connection. */
export const isInternalCall = ({ raw }: FastifyRequest): boolean => !(raw.socket instanceof Socket);
