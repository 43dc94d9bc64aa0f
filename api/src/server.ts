import { createServer } from 'node:http';
import { connections } from '@site/http/connections.ts';
import { gracefulShutdown } from '@site/http/gracefulShutdown.ts';
import { logging, requestIdHeader } from '@site/http/logging.ts';
import { metricsRoute } from '@site/http/metrics.ts';
import { probes } from '@site/http/probes.ts';
import { secureServer, secureServerOptions } from '@site/http/secureHeaders.ts';
import Fastify from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Environment } from './environment.ts';
import { answerFailure } from './errors/handler.ts';
import { Problem } from './errors/Problem.ts';
import { limits } from './limits.ts';
import { openApi } from './service.ts';

/** The API as a running process. */
export interface RunningApi {
  /** Where it answers, such as `http://127.0.0.1:3001`. */
  readonly origin: string;
  /** Finishes the running requests, then closes the database. */
  close(): Promise<void>;
}

/** Starts the API as a process of its own. */
export async function startApi(environment: Environment): Promise<RunningApi> {
  const api = await openApi(environment);
  const server = Fastify({
    serverFactory: (fastify) => createServer(connections, fastify),
    ...logging(environment.LOG_LEVEL),
    bodyLimit: limits.body,
    trustProxy: environment.TRUST_PROXY,
    ...secureServerOptions(environment.SITE_ORIGIN, answerFailure),
  });
  secureServer(server, environment.SITE_ORIGIN);
  server.setErrorHandler(answerFailure);
  server.setNotFoundHandler(() => {
    throw new Problem(404, 'not_found');
  });
  server.addHook('onClose', () => api.close());
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  api.measure(registry);
  gracefulShutdown(server);
  requestIdHeader(server);
  probes(server, api.checks);
  metricsRoute(server, registry, environment.METRICS_TOKEN);
  try {
    await server.register(api.plugin);
    const origin = await server.listen({ port: environment.PORT, host: environment.HOST });
    const close = async () => {
      await server.drain();
      await server.close();
    };
    return { origin, close };
  } catch (error) {
    await server.close();
    throw error;
  }
}
