import underPressure from '@fastify/under-pressure';
import { metricsPath } from '@site/http/metrics.ts';
import { probePaths } from '@site/http/probes.ts';
import type { FastifyInstance } from 'fastify';
import { limits } from '../limits.ts';
import { isOwnCall } from './isOwnCall.ts';
import { RefusedError } from './RefusedError.ts';

const alwaysAnswered: readonly (string | undefined)[] = [...Object.values(probePaths), metricsPath];

/**
 * Refuses requests while the process lags behind. Not those of who looks after the server, nor the calls of pages
 * that are being rendered; pages in memory are answered before a request comes here.
 */
export async function refuseOverload(server: FastifyInstance): Promise<void> {
  await server.register(underPressure, {
    maxEventLoopDelay: limits.eventLoop.delay,
    sampleInterval: limits.eventLoop.sample,
    pressureHandler: async (request) => {
      if (!isOwnCall(request) && !alwaysAnswered.includes(request.routeOptions.url))
        throw new RefusedError('event-loop');
    },
  });
}
