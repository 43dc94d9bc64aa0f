import type { UsageOptions } from '@site/control-room/usage/UsageCounts.ts';
import type { SharedMemory } from '@site/node/SharedMemory.ts';
import type { Tracing } from '@site/node/spans.ts';
import type { ReleaseSource } from '@site/releases/Release.ts';
import type { CallApi } from '@site/renderer/apiCalls.ts';
import { PageCircuitBreakers } from '@site/renderer/views/PageCircuitBreakers.ts';
import type { Wall } from '@site/renderer/walls/wall.ts';
import { RolloutLog } from '@site/rollouts/RolloutLog.ts';
import { Rollouts } from '@site/rollouts/Rollouts.ts';
import { ownApisPath } from '@site/shared/contract/api.ts';
import { openTracing } from '@site/tracing/openTracing.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ApiBackend } from './api/ApiBackend.ts';
import { OfferedCalls, offered } from './api/OfferedCalls.ts';
import { tracedCall } from './api/tracedApi.ts';
import { withLastGood } from './api/withLastGood.ts';
import type { Development } from './development.ts';
import { serverLimits } from './limits.ts';
import { openMeans } from './means.ts';
import { openRendering } from './openRendering.ts';
import type { SiteMetrics } from './operations/SiteMetrics.ts';
import type { SiteUsage } from './operations/SiteUsage.ts';
import { TakeOver } from './operations/TakeOver.ts';
import { previewSecret } from './pages/previewLinks.ts';
import { siteOrigin } from './pages/siteOrigin.ts';
import { newsReader } from './seo/newsReader.ts';
import { copiesFolder, reportsFolder, type Settings } from './settings.ts';

/** Opens the source of a site's releases. */
export type OpenReleases = (log: FastifyBaseLogger, metrics: SiteMetrics) => Promise<ReleaseSource>;

/** What the parts of a site are opened with. */
interface Opening {
  readonly settings: Settings;
  readonly wall: Wall;
  readonly metrics: SiteMetrics;
  readonly openReleases: OpenReleases;
  readonly development: Development | undefined;
}

/** Opens what a site runs on, in the order in which each part needs the ones before. The server closes them. */
export async function openParts(server: FastifyInstance, opening: Opening) {
  const { settings, metrics, openReleases, development } = opening;
  const { log } = server;
  const tracing = await openTracing(settings, 'site', metrics.registry, (text) => log.error(text));
  const logError = (text: string, reqId?: string) => log.error({ reqId }, text);
  const calls = new OfferedCalls(() => releases.current());
  const api = withLastGood(offered(await apiOf(settings, tracing), calls), logError, metrics.countCall);
  const origin = development ? () => development.origin : siteOrigin(server, settings);
  const shared = development ? undefined : await sharedMemoryOf(settings, metrics, log);
  const means = await openMeans({ releases: () => releases, origin, metrics, logError, development });
  const callApi: CallApi = (call, visitor) => (call.path.startsWith(ownApisPath) ? means : api).call(call, visitor);
  const source = await openReleases(log, metrics);
  const { releases, renderer } = openRendering(source, { ...opening, callApi, origin, log });
  const rollouts = new Rollouts({
    current: () => releases.current(),
    secret: () => previewSecret(settings),
    reports: new RolloutLog(reportsFolder(settings)),
    shared,
    log,
  });
  const usage = await usageOf(settings, { api, shared, log });
  server.addHook('onClose', async () => {
    rollouts.close();
    releases.close();
    renderer.stop();
    await usage?.close();
    await api.close();
    shared?.close();
    await tracing?.close();
  });
  return {
    tracing,
    api,
    calls,
    readNews: newsReader(api),
    origin,
    shared,
    means,
    releases,
    renderer,
    rollouts,
    takeOver: new TakeOver(releases, copiesFolder(settings)),
    circuitBreakers: new PageCircuitBreakers(releases, metrics),
    cdn: await cdnOf(settings),
    usage,
  };
}

/** Loads only the API that the settings name: each has hundreds of files of its own, which would delay every start. */
async function apiOf(settings: Settings, tracing: Tracing | undefined): Promise<ApiBackend> {
  const api = settings.API_ORIGIN
    ? (await import('./api/forwardedApi.ts')).forwardedApi(settings.API_ORIGIN, settings.METRICS_TOKEN)
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

/** The CDN of the settings. Most sites have none, and load nothing of it. */
async function cdnOf({ CDN_PURGE: address, CDN_TOKEN: token }: Settings) {
  if (address === undefined) return undefined;
  const { Cdn } = await import('@site/cdn/Cdn.ts');
  return new Cdn({ address, token, staleFor: serverLimits.stale.age });
}

/** What the control room is told of the site's use. A site without one counts nothing. */
async function usageOf(
  { CONTROL_ROOM: port }: Settings,
  { api, ...options }: Pick<UsageOptions, 'shared' | 'log'> & { readonly api: Pick<ApiBackend, 'addUsage'> },
): Promise<SiteUsage | undefined> {
  if (port === undefined) return undefined;
  if (api.addUsage) {
    const { UsageCounts } = await import('@site/control-room/usage/UsageCounts.ts');
    return new UsageCounts({ ...options, store: api.addUsage });
  }
  options.log.warn(
    {},
    'SITE-USAGE Nothing is counted for the control room: the API elsewhere takes counts with METRICS_TOKEN alone, the same here and there.',
  );
  return undefined;
}
