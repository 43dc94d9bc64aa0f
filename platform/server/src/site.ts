import { setTimeout as delay } from 'node:timers/promises';
import { limitConnections } from '@site/node/connectionLimit.ts';
import { prepareDataFolder } from '@site/node/dataFolder.ts';
import { gracefulShutdown } from '@site/node/gracefulShutdown.ts';
import type { SharedMemory } from '@site/node/SharedMemory.ts';
import type { Tracing } from '@site/node/spans.ts';
import type { ReleaseSource } from '@site/releases/Release.ts';
import type { CallApi } from '@site/renderer/apiCalls.ts';
import { PageCircuitBreakers } from '@site/renderer/views/PageCircuitBreakers.ts';
import { wallFor, weaknessOf } from '@site/renderer/walls/strongestWall.ts';
import { RolloutLog } from '@site/rollouts/RolloutLog.ts';
import { Rollouts } from '@site/rollouts/Rollouts.ts';
import { openTracing } from '@site/tracing/openTracing.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ApiBackend } from './api/ApiBackend.ts';
import { OwnApis } from './api/remotes/OwnApis.ts';
import { ownApiRoute } from './api/remotes/ownApiRoute.ts';
import { tracedCall } from './api/tracedApi.ts';
import { withLastGood } from './api/withLastGood.ts';
import { purgeCdn } from './cdn/purgeCdn.ts';
import type { Development } from './development.ts';
import { failureAnswers } from './failure/failureAnswers.ts';
import { startingServer } from './failure/startingServer.ts';
import { frontendDiscoveryRoute } from './frontendDiscovery.ts';
import { serverLimits } from './limits.ts';
import { openRendering } from './openRendering.ts';
import { operationsRoutes } from './operations/operationsRoutes.ts';
import { SiteMetrics } from './operations/SiteMetrics.ts';
import { TakeOver } from './operations/TakeOver.ts';
import { cacheMiddleware } from './pages/cacheMiddleware.ts';
import { pageMemory } from './pages/pageMemory.ts';
import { pagePaths } from './pages/pagePaths.ts';
import { pageRoutes } from './pages/pageRoutes.ts';
import { previewSecret } from './pages/previewLinks.ts';
import { siteOrigin, warnMissingOrigin } from './pages/siteOrigin.ts';
import { assetRoutes, liveReleasesRoute, publicFiles } from './releaseFiles.ts';
import { seoRoutes } from './seo/seoRoutes.ts';
import type { Peers } from './servers/Peers.ts';
import { copiesFolder, reportsFolder, type Settings } from './settings.ts';
import { requestRules, siteServer } from './siteServer.ts';

/** Opens the source of a site's releases. */
export type OpenReleases = (log: FastifyBaseLogger, metrics: SiteMetrics) => Promise<ReleaseSource>;

/**
 * Creates the site's server, not yet listening.
 *
 * @param openReleases opens the source of the releases
 * @param development what differs in development
 * @param http the server that answers during the start, and then serves the site
 * @param peers the other servers on its port, if there are any
 * @throws {OperatorError} SITE-WALL when the wall that the settings ask for can't be built
 * @throws {OperatorError} SITE-BUILD when there is no shell to serve
 * @throws {OperatorError} when the embedded API can't open its database
 */
export async function createSite(
  settings: Settings,
  openReleases: OpenReleases,
  development?: Development,
  http = startingServer(settings.SITE_ORIGIN),
  peers?: Peers,
): Promise<FastifyInstance> {
  const wall = wallFor(settings.RENDER_WALL);
  const tooOpen = prepareDataFolder(settings.DATA_DIR);
  const metrics = new SiteMetrics(settings.DATA_DIR);
  const tracing = await openTracing(settings, 'site', metrics.registry, (text) => log.error(text));
  const { server, listener } = siteServer(settings, http);
  const isPagePath = pagePaths(server);
  const { log } = server;
  const api = withLastGood(
    await apiOf(settings, tracing),
    (text, reqId) => log.error({ reqId }, text),
    metrics.countCall,
  );
  for (const warning of [tooOpen, weaknessOf(wall)]) if (warning) log.warn(warning);
  limitConnections(server, http.connections, metrics.registry);
  gracefulShutdown(server, http.connections);
  const origin = development ? () => development.origin : siteOrigin(server, settings);
  const shared = development ? undefined : await sharedMemoryOf(settings, metrics, log);
  const common = { settings, wall, api, metrics, origin, log, development, shared };
  const ownApis = new OwnApis({
    policy: () => releases.current().policy,
    secret: (name) => process.env[name],
    logError: (text, reqId) => log.error({ reqId }, text),
    count: (remote, api, outcome) => metrics.ownApiCalls.inc({ remote, api, outcome }),
    fixture: development?.fixture,
    logForm: development?.onForm,
  });
  const callApi: CallApi = (call, visitor) => (OwnApis.isOwn(call.path) ? ownApis : api).call(call, visitor);
  const { releases, renderer } = openRendering(await openReleases(log, metrics), { ...common, callApi });
  const takeOver = new TakeOver(releases, copiesFolder(settings));
  server.addHook('onClose', async () => {
    releases.close();
    renderer.stop();
    await api.close();
    shared?.close();
    await tracing?.close();
  });
  requestRules(server, settings, metrics, releases, tracing);
  await api.register(server);
  await ownApiRoute(server, ownApis, shared);
  failureAnswers(server, {
    shell: () => releases.current().shell,
    isDark: () => takeOver.isDark,
    onRefused: (reason) => metrics.rejections.inc({ reason }),
  });
  await releaseRoutes(server, settings, releases, origin);
  const circuitBreakers = new PageCircuitBreakers(releases, metrics);
  const rollouts = new Rollouts({
    current: () => releases.current(),
    secret: () => previewSecret(settings),
    reports: new RolloutLog(reportsFolder(settings)),
    shared,
    log,
  });
  server.addHook('onClose', async () => rollouts.close());
  const parts = {
    ...common,
    ownApis,
    releases,
    renderer,
    takeOver,
    circuitBreakers,
    rollouts,
    isPagePath,
    peers,
    tracing,
  };
  await operationsRoutes(server, parts);
  const memory = pageMemory(server, parts);
  purgeCdn(server, settings, memory, metrics, peers?.number);
  warnMissingOrigin(server, settings, origin);
  const sendFeed = seoRoutes(server, parts);
  pageRoutes(server, { ...parts, sendFeed }, memory);
  server.addHook('onReady', async () => {
    // Until a shell has rendered, visitors are better off with another server. A server that can't render serves what it has.
    await Promise.race([releases.settled(), delay(serverLimits.takeOver, undefined, { ref: false })]);
    http.connections.serve(cacheMiddleware(memory, listener));
  });
  return server;
}

/** Serves the files of releases, and accepts new releases if the settings say so. */
async function releaseRoutes(
  server: FastifyInstance,
  settings: Settings,
  releases: ReleaseSource,
  origin: () => string,
): Promise<void> {
  await assetRoutes(server, releases, settings);
  publicFiles(server, releases);
  liveReleasesRoute(server, releases);
  frontendDiscoveryRoute(server, releases, origin);
  if (settings.RELEASE_SERVICE !== 'on') return;
  // Loaded only where it is wanted: a preflight has a site's files of its own.
  const { releaseService } = await import('@site/release-service/releaseService.ts');
  const { serviceOptions, serviceTrust } = await import('./releaseService/serviceOptions.ts');
  const { servicePreflight } = await import('./preflight/servicePreflight.ts');
  const trust = serviceTrust(settings, (error) => server.log.error(error));
  const preflight = servicePreflight(createSite);
  await server.register(releaseService, await serviceOptions(settings, { trust, preflight }));
}

/** Loads only the API that the settings name: each has hundreds of files of its own, which would delay every start. */
async function apiOf(settings: Settings, tracing: Tracing | undefined): Promise<ApiBackend> {
  const api = settings.API_ORIGIN
    ? (await import('./api/forwardedApi.ts')).forwardedApi(settings.API_ORIGIN)
    : await (await import('./api/embeddedApi.ts')).embeddedApi(settings, tracing);
  return tracing ? { ...api, call: tracedCall(api.call) } : api;
}

/** What the site's servers share, if the settings say where. Most sites have one server, which loads none of it. */
async function sharedMemoryOf(
  { SHARED_MEMORY: url, SITE_ORIGIN: site = '', PREVIEW_SECRET: secret = '' }: Settings,
  { registry }: SiteMetrics,
  log: FastifyBaseLogger,
): Promise<SharedMemory | undefined> {
  if (url === undefined) return undefined;
  const { RedisMemory } = await import('@site/shared-memory/RedisMemory.ts');
  return new RedisMemory({ url, site, secret, registry, log });
}
