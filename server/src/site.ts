import { createServer } from 'node:http';
import { gracefulShutdown } from '@site/http/gracefulShutdown.ts';
import { logging, requestIdHeader } from '@site/http/logging.ts';
import { metricsRoute } from '@site/http/metrics.ts';
import { probes } from '@site/http/probes.ts';
import { connections, secureServer, secureServerOptions } from '@site/http/secureServer.ts';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { failureAnswerer, missingAnswerer } from './answerFailure.ts';
import type { ApiBackend } from './api/ApiBackend.ts';
import { embeddedApi } from './api/embeddedApi.ts';
import { forwardedApi } from './api/forwardedApi.ts';
import { withLastGood } from './api/withLastGood.ts';
import { assetRoutes } from './assets/assetRoutes.ts';
import { publicFiles } from './assets/publicFiles.ts';
import type { Development } from './development.ts';
import { foundRoutes } from './found/foundRoutes.ts';
import { beaconRoute } from './operations/beaconRoute.ts';
import { countRequests } from './operations/countRequests.ts';
import { remotesCheck, storeCheck, workersCheck } from './operations/readiness.ts';
import { refuseOverload } from './operations/refuseOverload.ts';
import { SiteMetrics } from './operations/SiteMetrics.ts';
import { problemAnswerer } from './pages/answerProblem.ts';
import { memoryFirst, type PageMemory } from './pages/memoryFirst.ts';
import { PageCache } from './pages/PageCache.ts';
import { pageRoutes } from './pages/pageRoutes.ts';
import { routableUrl } from './pages/routableUrl.ts';
import { SiteState } from './pages/SiteState.ts';
import { siteOrigin } from './pages/siteOrigin.ts';
import { tellMissingOrigin } from './pages/tellMissingOrigin.ts';
import { Health } from './releases/Health.ts';
import { liveRoute } from './releases/liveRoute.ts';
import type { ReleaseSource } from './releases/ReleaseSource.ts';
import { Renderer } from './render/Renderer.ts';
import type { RenderHost } from './render/RenderHost.ts';
import type { SiteParts } from './SiteParts.ts';
import type { Settings } from './settings.ts';

const formLimit = 32 * 1024;

/** Opens where a site's releases come from. */
export type OpenReleases = (log: FastifyBaseLogger, metrics: SiteMetrics) => Promise<ReleaseSource>;

/**
 * Makes the site's server, not yet listening.
 *
 * @param openReleases opens where the releases come from
 * @param development what it does otherwise while it is developed
 * @throws {OperatorError} SITE-BUILD when there is no shell to serve
 * @throws {OperatorError} when the embedded API can't open its database
 */
export async function createSite(
  settings: Settings,
  openReleases: OpenReleases,
  development?: Development,
): Promise<FastifyInstance> {
  const api = withLastGood(await apiOf(settings), (text) => server.log.error(text));
  const answerProblem = problemAnswerer(() => parts?.releases.current().shell);
  const answerFailure = failureAnswerer(answerProblem);
  let parts: SiteParts | undefined;
  const server = Fastify({
    serverFactory: (fastify) =>
      createServer(
        // Who asks for a page sends nothing: a stream to read that from would be made for each request.
        { ...connections, optimizeEmptyRequests: true },
        memoryFirst(() => memory, fastify),
      ),
    ...logging(settings.LOG_LEVEL),
    bodyLimit: formLimit,
    trustProxy: settings.TRUST_PROXY,
    rewriteUrl: ({ url }) => routableUrl(url),
    ...secureServerOptions(settings.SITE_ORIGIN, answerFailure),
    routerOptions: { maxParamLength: 2_000 },
  });
  const host: RenderHost = {
    callApi: (request, visitor) => api.call(request, visitor),
    onOutput: development?.onOutput ?? ((text) => server.log.error(text.trim())),
  };
  const metrics = new SiteMetrics();
  const releases = await openReleases(server.log, metrics);
  const renderer = new Renderer(host, () => releases.current().shell);
  server.addHook('onClose', async () => {
    releases.close();
    renderer.stop();
    await api.close();
  });
  gracefulShutdown(server);
  secureServer(server, settings.SITE_ORIGIN);
  countRequests(server, metrics);
  requestIdHeader(server);
  await refuseOverload(server);
  // Pages take forms and nothing else.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  await api.register(server);
  server.setErrorHandler(answerFailure);
  server.setNotFoundHandler(missingAnswerer(answerProblem));
  await assetRoutes(server, releases);
  publicFiles(server, releases);
  liveRoute(server, releases);
  const health = new Health(releases, metrics);
  const origin = development ? () => development.origin : siteOrigin(server, settings);
  parts = { settings, releases, health, renderer, api, metrics, origin, answerProblem, development };
  api.measure(metrics.registry);
  metrics.watchRemotes(() => releases.current());
  probes(
    server,
    { ...api.checks, store: storeCheck(releases), workers: workersCheck(renderer) },
    { remotes: remotesCheck(releases) },
  );
  await beaconRoute(server, parts);
  metricsRoute(server, metrics.registry, settings.METRICS_TOKEN);
  const memory: PageMemory = {
    cache: new PageCache(),
    state: new SiteState(parts),
    answered: metrics.fromMemory,
    heedsProxy: settings.SITE_ORIGIN === undefined,
  };
  tellMissingOrigin(server, parts);
  foundRoutes(server, parts);
  pageRoutes(server, parts, memory);
  return server;
}

const apiOf = async (settings: Settings): Promise<ApiBackend> =>
  settings.API_ORIGIN ? forwardedApi(settings.API_ORIGIN) : await embeddedApi(settings);
