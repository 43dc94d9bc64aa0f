import { limitConnections } from '@site/node/connectionLimit.ts';
import { prepareDataFolder } from '@site/node/dataFolder.ts';
import { diskCheck, measureDisk } from '@site/node/disk.ts';
import { gracefulShutdown } from '@site/node/gracefulShutdown.ts';
import { limits } from '@site/node/limits.ts';
import { logAnswers, logging, requestIdHeader } from '@site/node/logging.ts';
import { measureProcess, metricsRoute } from '@site/node/metrics.ts';
import { OpenConnections } from '@site/node/openConnections.ts';
import { probes } from '@site/node/probes.ts';
import { connectionOptions, secureServer, secureServerOptions } from '@site/node/secureServer.ts';
import { openTracing } from '@site/tracing/openTracing.ts';
import Fastify from 'fastify';
import { Registry } from 'prom-client';
import { countCalls } from './calls.ts';
import { Problem, sendProblem } from './errors/Problem.ts';
import { openApi } from './service.ts';
import type { ProcessSettings } from './settings.ts';
import { usageRoute } from './usage/usageRoute.ts';

/** The API as a running process. */
export interface RunningApi {
  /** Where it answers, such as `http://127.0.0.1:3001`. */
  readonly origin: string;
  /** Shuts down gracefully: answers the running requests, then closes the database. */
  close(): Promise<void>;
}

/**
 * Starts the API as its own process.
 *
 * @throws {OperatorError} when the database can't be opened
 */
export async function startApi(settings: ProcessSettings): Promise<RunningApi> {
  const tooOpen = prepareDataFolder(settings.DATA_DIR);
  const registry = new Registry();
  const tracing = await openTracing(settings, 'site-api', registry, (text) => server.log.error(text));
  const api = await openApi(settings, tracing);
  const connections = new OpenConnections(connectionOptions);
  const server = Fastify({
    serverFactory: (fastify) => connections.serve(fastify),
    ...logging(settings.LOG_LEVEL, settings.TRUST_PROXY, tracing !== undefined),
    bodyLimit: limits.forms.json,
    trustProxy: settings.TRUST_PROXY,
    ...secureServerOptions(settings.SITE_ORIGIN, sendProblem),
  });
  if (tooOpen) server.log.warn(tooOpen);
  tracing?.traceRequests(server);
  secureServer(server, settings.SITE_ORIGIN);
  server.setErrorHandler(sendProblem);
  server.setNotFoundHandler(() => {
    throw new Problem(404, 'not_found');
  });
  server.addHook('onClose', async () => {
    await api.close();
    await tracing?.close();
  });
  measureProcess(registry);
  measureDisk(registry, settings.DATA_DIR);
  const countCall = countCalls(registry);
  server.addHook('onResponse', async ({ method, url, headers }, { statusCode }) =>
    countCall({ method, path: url, headers }, statusCode),
  );
  api.measure(registry);
  limitConnections(server, connections, registry);
  gracefulShutdown(server, connections);
  requestIdHeader(server);
  logAnswers(server);
  probes(server, registry, api.checks, { ...api.weaknesses, disk: diskCheck(settings.DATA_DIR) });
  metricsRoute(server, registry, settings.METRICS_TOKEN);
  usageRoute(server, api.usage, settings.METRICS_TOKEN, api.addUsage);
  try {
    await server.register(api.plugin);
    const origin = await server.listen({ port: settings.PORT, host: settings.HOST });
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
