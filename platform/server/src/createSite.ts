import { setTimeout as delay } from 'node:timers/promises';
import { limitConnections } from '@site/node/connectionLimit.ts';
import { prepareDataFolder } from '@site/node/dataFolder.ts';
import { gracefulShutdown } from '@site/node/gracefulShutdown.ts';
import type { ReleaseSource } from '@site/releases/Release.ts';
import { wallFor, weaknessOf } from '@site/renderer/walls/strongestWall.ts';
import type { FastifyInstance } from 'fastify';
import type { Development } from './development.ts';
import { failureAnswers } from './failure/failureAnswers.ts';
import { startingServer } from './failure/startingServer.ts';
import { frontendDiscoveryRoute } from './frontendDiscovery.ts';
import { serverLimits } from './limits.ts';
import { describeItself } from './operations/describeItself.ts';
import { explainAnswers } from './operations/explainAnswers.ts';
import { operationsRoutes, siteReadiness } from './operations/operationsRoutes.ts';
import { SiteMetrics } from './operations/SiteMetrics.ts';
import { cacheMiddleware } from './pages/cacheMiddleware.ts';
import { pageMemory, purgesOf } from './pages/pageMemory.ts';
import { pagePaths } from './pages/pagePaths.ts';
import { pageRoutes } from './pages/pageRoutes.ts';
import { warnMissingOrigin } from './pages/siteOrigin.ts';
import { warnMissingHome } from './pages/warnMissingHome.ts';
import { assetRoutes, liveReleasesRoute, publicFiles } from './releaseFiles.ts';
import { newsFeed } from './seo/newsFeed.ts';
import { seoRoutes } from './seo/seoRoutes.ts';
import type { Peers } from './servers/Peers.ts';
import type { Settings } from './settings.ts';
import { type OpenReleases, openParts } from './siteParts.ts';
import { requestRules, siteServer } from './siteServer.ts';

/**
 * Creates the site's server, not yet listening. Rules for every request are functions of the server; what answers requests is a
 * plugin with what it needs, in a scope of its own.
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
  const { server, listener } = siteServer(settings, http);
  const isPagePath = pagePaths(server);
  for (const warning of [tooOpen, weaknessOf(wall)]) if (warning) server.log.warn(warning);
  limitConnections(server, http.connections, metrics.registry);
  gracefulShutdown(server, http.connections);
  const parts = await openParts(server, { settings, wall, metrics, openReleases, development });
  const {
    tracing,
    api,
    calls,
    readNews,
    origin,
    shared,
    means,
    releases,
    renderer,
    rollouts,
    takeOver,
    circuitBreakers,
    cdn,
    usage,
  } = parts;
  requestRules(server, settings, metrics, releases, tracing);
  explainAnswers(server, { settings, releases, rollouts, wall });
  await api.register(server);
  await server.register(means.route, { shared });
  failureAnswers(server, {
    shell: () => releases.current().shell,
    isDark: () => takeOver.isDark,
    onRefused: (reason) => metrics.rejections.inc({ reason }),
  });
  await assetRoutes(server, releases, settings);
  publicFiles(server, releases);
  warnMissingOrigin(server, settings, origin);
  if (!development) warnMissingHome(server, releases);
  await server.register(releaseRoutes, { settings, releases, origin });
  const operated = { settings, releases, renderer, rollouts, takeOver, api, metrics, wall, shared, peers, usage };
  const readiness = siteReadiness(operated);
  describeItself(server, { releases, wall, readiness });
  await server.register(operationsRoutes, { ...operated, readiness });
  const remembered = { settings, releases, metrics, origin, development, shared, isPagePath, tracing, usage };
  const memory = pageMemory(server, { ...remembered, api, circuitBreakers, cdn: cdn?.headersOf });
  if (cdn) await server.register(cdn.purges, purgesOf(memory, settings, metrics, peers?.number));
  await server.register(seoRoutes, { releases, rollouts, origin, calls, readNews, means });
  const rendering = { releases, renderer, rollouts, takeOver, circuitBreakers, metrics, development };
  const feed = newsFeed({ releases, calls, readNews, origin });
  await server.register(pageRoutes, { ...rendering, settings, api, calls, feed, means, origin, shared, memory, usage });
  server.addHook('onReady', async () => {
    // Until a shell has rendered, visitors are better off with another server. A server that can't render serves what it has.
    await Promise.race([releases.settled(), delay(serverLimits.takeOver, undefined, { ref: false })]);
    http.connections.serve(cacheMiddleware(memory, listener));
  });
  return server;
}

/** What the routes of releases work with. */
interface ReleaseRoutesOptions {
  readonly settings: Settings;
  readonly releases: ReleaseSource;
  /** The origin of absolute addresses. */
  readonly origin: () => string;
}

/** Says which releases are live, and accepts new ones if the settings say so. */
async function releaseRoutes(
  server: FastifyInstance,
  { settings, releases, origin }: ReleaseRoutesOptions,
): Promise<void> {
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
