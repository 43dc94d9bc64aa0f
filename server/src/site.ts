import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { limitConnections } from '@site/http/connectionLimit.ts';
import { prepareDataFolder } from '@site/http/dataFolder.ts';
import { gracefulShutdown } from '@site/http/gracefulShutdown.ts';
import { logging, requestIdHeader } from '@site/http/logging.ts';
import { metricsRoute } from '@site/http/metrics.ts';
import { probes } from '@site/http/probes.ts';
import { secureServer, secureServerOptions } from '@site/http/secureServer.ts';
import { type ReleaseSource, releaseId } from '@site/releases/Release.ts';
import { RolloutLog } from '@site/releases/rollout/RolloutLog.ts';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { ApiBackend } from './api/ApiBackend.ts';
import { withLastGood } from './api/withLastGood.ts';
import type { Development } from './development.ts';
import { frontendDiscoveryRoute } from './frontendDiscovery.ts';
import { serverLimits } from './limits.ts';
import { beaconRoute } from './operations/beaconRoute.ts';
import { refuseOverload } from './operations/overload.ts';
import { pointersCheck, remotesCheck, storeCheck, workersCheck } from './operations/readiness.ts';
import { countRequests, SiteMetrics } from './operations/SiteMetrics.ts';
import { startingServer } from './operations/startingServer.ts';
import { cacheMiddleware, type PageMemory } from './pages/cacheMiddleware.ts';
import { checkShell } from './pages/checkShell.ts';
import { LastGoodPages } from './pages/LastGoodPages.ts';
import { PageCache, SiteState } from './pages/PageCache.ts';
import { PageCircuitBreakers } from './pages/PageCircuitBreakers.ts';
import { pageRoutes } from './pages/pageRoutes.ts';
import { errorHandler, failurePages, notFoundHandler } from './pages/sendFailurePage.ts';
import { siteOrigin, warnMissingOrigin } from './pages/siteOrigin.ts';
import { routableUrl } from './pages/urls.ts';
import { assetRoutes, isPublicFile, liveReleasesRoute, publicFiles } from './releaseFiles.ts';
import { Renderer } from './render/Renderer.ts';
import type { LostReason, RenderHost } from './render/RenderWorker.ts';
import { wallFor, weaknessOf } from './render/strongestWall.ts';
import { WorkingShell } from './render/WorkingShell.ts';
import { Rollouts } from './rollouts/Rollouts.ts';
import type { SiteParts } from './SiteParts.ts';
import { seoRoutes } from './seo/seoRoutes.ts';
import { reportsFolder, type Settings } from './settings.ts';

/** Opens the source of a site's releases. */
export type OpenReleases = (log: FastifyBaseLogger, metrics: SiteMetrics) => Promise<ReleaseSource>;

/**
 * Creates the site's server, not yet listening.
 *
 * @param openReleases opens the source of the releases
 * @param development what differs in development
 * @param http the server that answers meanwhile, and then serves the site
 * @throws {OperatorError} SITE-WALL when the wall that the settings ask for can't be built
 * @throws {OperatorError} SITE-BUILD when there is no shell to serve
 * @throws {OperatorError} when the embedded API can't open its database
 */
export async function createSite(
  settings: Settings,
  openReleases: OpenReleases,
  development?: Development,
  http = startingServer(settings.SITE_ORIGIN),
): Promise<FastifyInstance> {
  const wall = wallFor(settings.RENDER_WALL);
  const tooOpen = prepareDataFolder(settings.DATA_DIR);
  const api = withLastGood(await apiOf(settings), (text) => server.log.error(text));
  const sendFailurePage = failurePages(() => parts?.releases.current().shell);
  const handleError = errorHandler(sendFailurePage);
  let parts: SiteParts | undefined;
  let site: RequestListener | undefined;
  const server = Fastify({
    serverFactory: (fastify) => {
      site = cacheMiddleware(() => memory, fastify);
      return http.server;
    },
    ...logging(settings.LOG_LEVEL),
    bodyLimit: serverLimits.form,
    trustProxy: settings.TRUST_PROXY,
    rewriteUrl: ({ url }) => routableUrl(url),
    ...secureServerOptions(settings.SITE_ORIGIN, handleError),
    routerOptions: { maxParamLength: serverLimits.path },
  });
  if (tooOpen) server.log.warn(tooOpen);
  const metrics = new SiteMetrics();
  limitConnections(server, http.connections, metrics.registry);
  gracefulShutdown(server, http.connections);
  const origin = development ? () => development.origin : siteOrigin(server, settings);
  const weakness = weaknessOf(wall);
  if (weakness) server.log.warn(weakness);
  const host: RenderHost = {
    wall,
    savesMemory: settings.RENDER_MEMORY === 'low',
    callApi: (request, visitor) => api.call(request, visitor),
    onOutput: development?.onOutput ?? ((text) => server.log.error(text.trim())),
    onLost: (release, reason) => {
      metrics.workersLost.inc({ reason });
      server.log.error(
        { release: releaseId(release), reason },
        `SITE-WORKER A rendering worker ${lostWorkers[reason]}.`,
      );
    },
  };
  const releases = new WorkingShell(await openReleases(server.log, metrics), {
    // A developer has to see what fails.
    check: async (set) => (development ? undefined : await checkShell(set, (task) => renderer.render(task), origin())),
    onFailure: ({ manifest }) => metrics.remoteFailed(manifest.name, manifest.version, 'server'),
    log: server.log,
  });
  const renderer = new Renderer(host, () => releases.current());
  server.addHook('onClose', async () => {
    releases.close();
    renderer.stop();
    await api.close();
  });
  secureServer(server, settings.SITE_ORIGIN);
  countRequests(server, metrics, (path) => isPublicFile(path, releases.current().shell));
  requestIdHeader(server);
  refuseOverload(server);
  // Pages accept forms only.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  await api.register(server);
  server.setErrorHandler(handleError);
  server.setNotFoundHandler(notFoundHandler(sendFailurePage));
  await assetRoutes(server, releases);
  publicFiles(server, releases);
  liveReleasesRoute(server, releases);
  frontendDiscoveryRoute(server, releases, origin);
  if (settings.RELEASE_SERVICE === 'on') await mountReleaseService(server, settings);
  const circuitBreakers = new PageCircuitBreakers(releases, metrics);
  const rollouts = new Rollouts({
    current: () => releases.current(),
    reports: new RolloutLog(reportsFolder(settings)),
    log: server.log,
  });
  server.addHook('onClose', async () => rollouts.close());
  const found = { settings, releases, circuitBreakers, rollouts, renderer, api, metrics };
  parts = { ...found, origin, sendFailurePage, development };
  api.measure(metrics.registry);
  metrics.watchReleases(() => releases.current());
  metrics.watchRollouts(() => rollouts.shares());
  metrics.wall.set({ wall }, 1);
  probes(
    server,
    { store: storeCheck(releases), workers: workersCheck(renderer) },
    // Without its database the site still has its pages: no balancer should take it away for that.
    {
      ...api.checks,
      remotes: remotesCheck(releases),
      pointers: pointersCheck(releases),
      shell: async () => releases.problem,
    },
    { wall },
  );
  await beaconRoute(server, parts);
  metricsRoute(server, metrics.registry, settings.METRICS_TOKEN);
  const lastGood = new LastGoodPages({
    folder: development ? undefined : join(settings.DATA_DIR, 'pages'),
    origin,
    log: server.log,
  });
  server.addHook('onClose', () => lastGood.flush());
  const memory: PageMemory = {
    cache: new PageCache(),
    state: new SiteState(parts),
    served: metrics.servedFromCache,
    lastGood,
    stale: metrics.stalePages,
    readsForwardedProto: settings.SITE_ORIGIN === undefined,
  };
  warnMissingOrigin(server, parts);
  seoRoutes(server, parts);
  pageRoutes(server, parts, memory);
  server.addHook('onReady', async () => site && http.serve(site));
  return server;
}

/** Loaded only where it is wanted: a preflight has a site's files of its own. */
async function mountReleaseService(server: FastifyInstance, settings: Settings): Promise<void> {
  const { releaseService, serviceTrust } = await import('./releaseService/releaseService.ts');
  const { preflight } = await import('./preflight/preflight.ts');
  const trust = serviceTrust(settings, (error) => server.log.error(error));
  await server.register(releaseService, { settings, trust, preflight });
}

/** What happened to a lost worker. */
const lostWorkers: Readonly<Record<LostReason, string>> = {
  start: 'could not start',
  time: 'was ended, because a page took too long',
  memory: 'was ended, because it used too much memory',
  message: 'was ended, because it sent an invalid message',
  crash: 'ended by itself',
};

/** Loads only the API that the settings want: each has hundreds of files of its own, which would delay every start. */
async function apiOf(settings: Settings): Promise<ApiBackend> {
  if (settings.API_ORIGIN) return (await import('./api/forwardedApi.ts')).forwardedApi(settings.API_ORIGIN);
  return await (await import('./api/embeddedApi.ts')).embeddedApi(settings);
}
