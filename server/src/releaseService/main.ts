/** `npm run store`: takes releases over HTTP into the store of the settings, as a process of its own. */
import { createServer } from 'node:http';
import { limitConnections } from '@site/http/connectionLimit.ts';
import { gracefulShutdown } from '@site/http/gracefulShutdown.ts';
import { logging, requestIdHeader } from '@site/http/logging.ts';
import { measureProcess, metricsRoute } from '@site/http/metrics.ts';
import { OpenConnections } from '@site/http/openConnections.ts';
import { probes } from '@site/http/probes.ts';
import { connectionOptions, secureServer, secureServerOptions } from '@site/http/secureServer.ts';
import { explain } from '@site/http/settings.ts';
import { feedWatchdog } from '@site/http/watchdog.ts';
import Fastify from 'fastify';
import { Registry } from 'prom-client';
import { preflight } from '../preflight/preflight.ts';
import { readSettings } from '../settings.ts';
import { releaseService, servicePrefix, serviceTrust } from './releaseService.ts';
import { sendError } from './sendError.ts';

try {
  const settings = readSettings({ PORT: '3200', LOG_LEVEL: 'info', ...process.env });
  const server = Fastify({
    serverFactory: (fastify) => createServer(connectionOptions, fastify),
    ...logging(settings.LOG_LEVEL),
    trustProxy: settings.TRUST_PROXY,
    ...secureServerOptions(settings.SITE_ORIGIN, sendError),
  });
  secureServer(server, settings.SITE_ORIGIN);
  const registry = new Registry();
  measureProcess(registry);
  const connections = new OpenConnections(server.server);
  limitConnections(server, connections, registry);
  gracefulShutdown(server, connections);
  requestIdHeader(server);
  probes(server, {});
  metricsRoute(server, registry, settings.METRICS_TOKEN);
  await server.register(releaseService, { settings, trust: serviceTrust(settings), preflight });
  const origin = await server.listen({ port: settings.PORT, host: settings.HOST });
  const stop = async () => {
    await server.drain();
    await server.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  feedWatchdog();
  console.log(`ready ${origin}${servicePrefix}`);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
