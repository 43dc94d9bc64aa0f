import { join } from 'node:path';
import { requestIds } from '@site/node/requestId.ts';
import type { SharedMemory } from '@site/node/SharedMemory.ts';
import type { Tracing } from '@site/node/spans.ts';
import type { ReleaseSource } from '@site/releases/Release.ts';
import type { FastifyInstance } from 'fastify';
import { PageDictionaries } from '../dictionaries/PageDictionaries.ts';
import type { SiteMetrics } from '../operations/SiteMetrics.ts';
import type { SiteUsage } from '../operations/SiteUsage.ts';
import { pageFacts } from '../operations/traces.ts';
import type { Settings } from '../settings.ts';
import { releasesIn } from './CachedPage.ts';
import { pathTemplate } from './cacheKeys.ts';
import type { PageMemory } from './cacheMiddleware.ts';
import { isStale, LastGoodPages } from './LastGoodPages.ts';
import { ContentState, PageCache, type StateSources } from './PageCache.ts';

/** What the memory of pages depends on. */
export interface MemoryParts extends StateSources {
  readonly settings: Settings;
  readonly releases: Pick<ReleaseSource, 'current'>;
  readonly metrics: Pick<SiteMetrics, 'servedFromCache' | 'stalePages'>;
  readonly origin: () => string;
  readonly development: object | undefined;
  readonly shared: SharedMemory | undefined;
  readonly isPagePath: PageMemory['isPagePath'];
  readonly tracing: Tracing | undefined;
  readonly cdn: PageMemory['cdn'];
  readonly usage: Pick<SiteUsage, 'answered'> | undefined;
}

/** Creates the memory of pages, with those on disk. Pages are written to disk when the server closes. */
export function pageMemory(server: FastifyInstance, parts: MemoryParts): PageMemory {
  const { settings, releases, metrics, origin, development, shared, isPagePath, tracing, cdn, usage } = parts;
  const lastGood = new LastGoodPages({
    folder: development ? undefined : join(settings.DATA_DIR, 'pages'),
    origin,
    log: server.log,
    shared,
  });
  server.addHook('onClose', () => lastGood.close());
  const logsAnswers = ['info', 'debug', 'trace'].includes(settings.LOG_LEVEL);
  const live = () => releases.current();
  return {
    cache: new PageCache(),
    state: new ContentState(parts),
    live,
    isPagePath,
    requestId: requestIds(settings.TRUST_PROXY),
    served: (request, reqId, status, milliseconds, { page, remote }) => {
      metrics.servedFromCache(status, milliseconds);
      usage?.answered(remote, isStale(page) ? 'stale' : 'memory');
      tracing?.answered(request, reqId, milliseconds, () => ({
        ...pageFacts(request, live()),
        'http.response.status_code': status,
        'site.cache': isStale(page) ? 'stale' : 'memory',
        'site.releases': releasesIn(page),
      }));
      if (!logsAnswers) return;
      const { method } = request;
      const path = pathTemplate(request, live().routes);
      server.log.info(
        { reqId, kind: 'page', method, path, status, milliseconds: Math.round(milliseconds), cached: true },
        'answered',
      );
    },
    lastGood,
    stale: metrics.stalePages,
    cdn,
    // A CDN would keep a page for each of them.
    dictionaries: cdn ? undefined : new PageDictionaries(),
    readsForwardedProto: settings.SITE_ORIGIN === undefined,
  };
}

/**
 * What a CDN that is told what changes depends on.
 *
 * @param number of this server, when several share the data folder: each remembers for itself what it has told
 */
export const purgesOf = (
  { live, state }: Pick<PageMemory, 'live' | 'state'>,
  { DATA_DIR }: Pick<Settings, 'DATA_DIR'>,
  { registry }: Pick<SiteMetrics, 'registry'>,
  number = 1,
) => ({
  live,
  news: async () => {
    await state.check();
    return state.news;
  },
  file: join(DATA_DIR, number === 1 ? 'cdn.json' : `cdn-${number}.json`),
  registry,
});
