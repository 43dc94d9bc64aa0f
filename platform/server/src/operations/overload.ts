import { Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { metricsPath } from '@site/node/metrics.ts';
import { probePaths } from '@site/node/probes.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serverLimits } from '../limits.ts';

const alwaysAnswered: readonly (string | undefined)[] = [...Object.values(probePaths), metricsPath];

/**
 * Refuses requests while the event loop is delayed, except probes, metrics, and API calls of pages that are being rendered.
 * Cached pages are served before this check.
 */
export function refuseOverload(server: FastifyInstance): void {
  const delay = measureEventLoopDelay(server);
  server.addHook('onRequest', async (request, reply) => {
    if (delay() <= serverLimits.eventLoop.delay || isInternalCall(request)) return;
    if (alwaysAnswered.includes(request.routeOptions.url)) return;
    return reply.refuse('event-loop');
  });
}

/** The monitor's sampling interval in milliseconds. A loop without any delay measures this much. */
const resolution = 10;

/**
 * Returns the mean delay of the event loop, in milliseconds: the smaller one of the last two intervals, since a server that has
 * just started, or was blocked for a moment, can answer. It reads no file, so it works even when descriptors run out.
 */
function measureEventLoopDelay(server: FastifyInstance): () => number {
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  let before = 0;
  let last = 0;
  const timer = setInterval(() => {
    const mean = histogram.mean / 1e6 - resolution;
    // Without a single sample, the loop was busy for the whole interval.
    before = last;
    last = Number.isNaN(mean) ? Number.POSITIVE_INFINITY : mean;
    histogram.reset();
  }, serverLimits.eventLoop.sample).unref();
  server.addHook('onClose', async () => {
    clearInterval(timer);
    histogram.disable();
  });
  return () => Math.min(before, last);
}

/** Whether the server itself makes the call, for a page that it renders. Such a call has no socket. */
export const isInternalCall = ({ raw }: FastifyRequest): boolean => !(raw.socket instanceof Socket);
