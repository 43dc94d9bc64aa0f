/** `npm run store`: takes releases over HTTP into the store of the settings, as a process of its own. */
import { limitConnections } from '@site/node/connectionLimit.ts';
import { loadSettings } from '@site/node/envFile.ts';
import { gracefulShutdown } from '@site/node/gracefulShutdown.ts';
import { logAnswers, logging, requestIdHeader } from '@site/node/logging.ts';
import { logCrashes, printFailure, printReady } from '@site/node/logLines.ts';
import { measureProcess, metricsRoute } from '@site/node/metrics.ts';
import { OpenConnections } from '@site/node/openConnections.ts';
import { probes } from '@site/node/probes.ts';
import { connectionOptions, secureServer, secureServerOptions } from '@site/node/secureServer.ts';
import { announceReady, feedWatchdog, stopOnSignals } from '@site/node/serviceManager.ts';
import { releaseService, servicePrefix } from '@site/release-service/releaseService.ts';
import { sendErrorOf } from '@site/release-service/sendError.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { openTracing } from '@site/tracing/openTracing.ts';
import Fastify from 'fastify';
import { Registry } from 'prom-client';
import { createSite } from '../createSite.ts';
import { openControlRoom } from '../openControlRoom.ts';
import { servicePreflight } from '../preflight/servicePreflight.ts';
import { readSettings } from '../settings.ts';
import { tellOwner } from '../tellOwner.ts';
import { serviceOptions, serviceTrust } from './serviceOptions.ts';

logCrashes();
try {
  loadSettings();
  const settings = readSettings({ PORT: '3200', LOG_LEVEL: 'info', ...process.env });
  const sendError = sendErrorOf(settings);
  const connections = new OpenConnections(connectionOptions);
  const server = Fastify({
    serverFactory: (fastify) => connections.serve(fastify),
    ...logging(settings.LOG_LEVEL, settings.TRUST_PROXY, settings.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined),
    trustProxy: settings.TRUST_PROXY,
    ...secureServerOptions(settings.SITE_ORIGIN, sendError),
  });
  const registry = new Registry();
  const tracing = await openTracing(settings, 'site-releases', registry, (text) => server.log.error(text));
  tracing?.traceRequests(server);
  secureServer(server, settings.SITE_ORIGIN);
  measureProcess(registry);
  limitConnections(server, connections, registry);
  gracefulShutdown(server, connections);
  requestIdHeader(server);
  server.setErrorHandler(sendError);
  server.setNotFoundHandler((request, reply) =>
    sendError(new OperatorError('RELEASE-UNKNOWN', 'The release service has nothing at this address.'), request, reply),
  );
  logAnswers(server);
  probes(server, registry, {});
  metricsRoute(server, registry, settings.METRICS_TOKEN);
  const trust = serviceTrust(settings);
  const preflight = servicePreflight(createSite);
  await server.register(releaseService, await serviceOptions(settings, { trust, preflight }));
  await tellOwner(server, settings);
  const origin = await server.listen({ port: settings.PORT, host: settings.HOST });
  const room = await openControlRoom(settings);
  const stop = async () => {
    await room?.close();
    await server.drain();
    await server.close();
    await tracing?.close();
  };
  stopOnSignals(stop);
  feedWatchdog();
  announceReady(`${origin}${servicePrefix}`);
  if (room) printReady(`${room.origin} (control room)`);
} catch (error) {
  printFailure(error);
  process.exit(1);
}
