import type { ReleaseSet } from '@site/releases/Release.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isInternalCall, RefusedError } from './overload.ts';

/** Where a remote failed. */
type Side = 'server' | 'browser';

/** The metrics of the site server. */
export class SiteMetrics {
  readonly registry = new Registry();

  /** Pages served by the cache middleware, in full or as 304: plain numbers, as it has to be fast. */
  readonly fromCache = { full: 0, notModified: 0 };
  #collected = { full: 0, notModified: 0 };

  readonly requests = new Counter({
    name: 'site_requests_total',
    help: 'Requests by kind and class of status',
    labelNames: ['kind', 'status'],
    registers: [this.registry],
    collect: () => this.#collectFromCache(),
  });

  readonly pageCache = new Counter({
    name: 'site_page_cache_total',
    help: 'Pages served from the cache (hit), and pages that had to be rendered (miss)',
    labelNames: ['result'],
    registers: [this.registry],
    collect: () => this.#collectFromCache(),
  });

  readonly stalePages = new Counter({
    name: 'site_stale_pages_total',
    help: 'Pages that failed, and were served in their last good version',
    registers: [this.registry],
  });

  readonly renderings = new Histogram({
    name: 'site_render_seconds',
    help: 'Time to render a page, including the wait for a worker and the page’s data, by remote and outcome',
    labelNames: ['remote', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4],
    registers: [this.registry],
  });

  readonly rejections = new Counter({
    name: 'site_rejected_total',
    help: 'Requests refused because of overload, by reason',
    labelNames: ['reason'],
    registers: [this.registry],
  });

  readonly beacons = new Counter({
    name: 'site_beacons_total',
    help: 'Reports from browsers by result',
    labelNames: ['result'],
    registers: [this.registry],
  });

  readonly vitals = {
    lcp: this.#vital('site_web_vital_lcp_seconds', 'Largest Contentful Paint', [0.5, 1, 1.5, 2.5, 4, 8]),
    inp: this.#vital('site_web_vital_inp_seconds', 'Longest interaction', [0.05, 0.1, 0.2, 0.3, 0.5, 1]),
    cls: this.#vital('site_web_vital_cls', 'Cumulative Layout Shift', [0.01, 0.05, 0.1, 0.25, 0.5]),
  } as const;

  readonly #remoteFailures = new Counter({
    name: 'site_remote_failures_total',
    help: 'Failures to load or render a remote, by release and side',
    labelNames: ['remote', 'release', 'side'],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Counts a release of a remote that could not be loaded or rendered. */
  remoteFailed(remote: string, release: string, side: Side): void {
    this.#remoteFailures.inc({ remote, release, side });
  }

  /** Reports for each remote whether a release of it can be shown. */
  watchRemotes(current: () => Pick<ReleaseSet, 'remotes' | 'gone'>): void {
    new Gauge({
      name: 'site_remote_up',
      help: 'Whether a release of the remote can be shown: 1, or 0 while its pages are the 404 page',
      labelNames: ['remote'],
      registers: [this.registry],
      collect() {
        const { remotes, gone } = current();
        for (const remote of remotes.keys()) this.set({ remote }, 1);
        for (const remote of gone) this.set({ remote }, 0);
      },
    });
  }

  #vital(name: string, help: string, buckets: number[]): Histogram {
    return new Histogram({ name, help: `${help}, as browsers report it`, buckets, registers: [this.registry] });
  }

  #collectFromCache(): void {
    const { full, notModified } = this.fromCache;
    const added = { full: full - this.#collected.full, notModified: notModified - this.#collected.notModified };
    this.#collected = { full, notModified };
    this.requests.inc({ kind: 'page', status: '2xx' }, added.full);
    this.requests.inc({ kind: 'page', status: '3xx' }, added.notModified);
    this.pageCache.inc({ result: 'hit' }, added.full + added.notModified);
  }
}

/** Counts every response, refusals included, and logs it at level `info`, without visitor or address. */
export function countRequests(server: FastifyInstance, { requests, rejections }: SiteMetrics): void {
  server.addHook('onResponse', async (request, reply) => {
    if (isInternalCall(request)) return;
    const kind = kindOf(request, reply);
    requests.inc({ kind, status: `${Math.floor(reply.statusCode / 100)}xx` });
    const milliseconds = Math.round(reply.elapsedTime);
    request.log.info({ kind, method: request.method, status: reply.statusCode, milliseconds }, 'answered');
  });
  server.addHook('onError', async (_request, _reply, error) => {
    if (error instanceof RefusedError) rejections.inc({ reason: error.reason });
  });
}

/** One of few kinds, so that metrics stay small. */
function kindOf({ routeOptions: { url = '' } }: FastifyRequest, reply: FastifyReply): string {
  if (url.startsWith('/api/')) return 'api';
  if (url === '/assets/*') return 'asset';
  if (url !== '/' && url !== '/*') return 'other';
  return String(reply.getHeader('content-type')).startsWith('text/html') ? 'page' : 'file';
}
