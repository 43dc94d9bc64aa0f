import { countCalls } from '@site/api/calls.ts';
import { measureDisk } from '@site/node/disk.ts';
import { measureProcess } from '@site/node/metrics.ts';
import type { ReleaseSet } from '@site/releases/Release.ts';
import { refusalReasons } from '@site/renderer/outcome/outcome.ts';
import { walls } from '@site/renderer/walls/wall.ts';
import { lostReasons } from '@site/renderer/workers/RenderWorker.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { isInternalCall } from './overload.ts';
import { type RequestKind, RequestTimes } from './RequestTimes.ts';

/** Where a remote failed. */
type Side = 'server' | 'browser';

/** The metrics of the site server. */
export class SiteMetrics {
  readonly registry = new Registry();

  readonly #requests = new RequestTimes(this.registry);

  /** Pages that the cache middleware served, until the metrics are read. */
  #fromMemory = 0;

  readonly pageCache = new Counter({
    name: 'site_page_cache_total',
    help: 'Pages served from the cache (hit), pages that had to be rendered (miss), and previews and forms, which are never cached (bypass)',
    labelNames: ['result'],
    registers: [this.registry],
    collect: () => {
      this.pageCache.inc({ result: 'hit' }, this.#fromMemory);
      this.#fromMemory = 0;
    },
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

  readonly workersLost = new Counter({
    name: 'site_render_workers_lost_total',
    help: 'Rendering workers that ended while they were needed, by reason; each is replaced',
    labelNames: ['reason'],
    registers: [this.registry],
  });

  readonly wall = new Gauge({
    name: 'site_render_wall',
    help: `1 for the wall behind which releases render: ${walls.join(', ')}`,
    labelNames: ['wall'],
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

  readonly #storeUp = new Gauge({
    name: 'site_store_up',
    help: 'Whether the store of releases can be read: 1, or 0 while the site goes on with what it knows',
    registers: [this.registry],
  });

  readonly #pointerExpiries = new Gauge({
    name: 'site_pointer_expires_timestamp_seconds',
    help: 'Until when the signature of what is live is accepted, by app; none where releases need no signature',
    labelNames: ['app'],
    registers: [this.registry],
  });

  readonly #remoteFailures = new Counter({
    name: 'site_remote_failures_total',
    help: 'Failures to load or render a remote, by release and side',
    labelNames: ['remote', 'release', 'side'],
    registers: [this.registry],
  });

  readonly countCall = countCalls(this.registry);

  constructor(dataDir: string) {
    measureProcess(this.registry);
    measureDisk(this.registry, dataDir);
    // A counter that first appears with its first event shows no increase, so no alert would fire.
    for (const kind of ['page', 'api'] as const) for (const status of [200, 500]) this.#requests.show(kind, status);
    for (const reason of refusalReasons) this.rejections.inc({ reason }, 0);
    for (const reason of lostReasons) this.workersLost.inc({ reason }, 0);
  }

  /** Reports whether the store is readable, and when its pointers expire. */
  storeRead({ isReadable, expiries }: { isReadable: boolean; expiries: ReadonlyMap<string, Date> }): void {
    this.#storeUp.set(isReadable ? 1 : 0);
    // An app that was taken off the site must not seem to expire.
    this.#pointerExpiries.reset();
    for (const [app, expires] of expiries) this.#pointerExpiries.set({ app }, expires.getTime() / 1000);
  }

  /** Counts a release of a remote that could not be loaded or rendered. */
  remoteFailed(remote: string, release: string, side: Side): void {
    this.#remoteFailures.inc({ remote, release, side });
  }

  /** Counts a response. */
  answered(kind: RequestKind, status: number, milliseconds: number): void {
    this.#requests.add(kind, status, milliseconds);
  }

  /** Counts a page that the cache middleware served. */
  readonly servedFromCache = (status: number, milliseconds: number): void => {
    this.answered('page', status, milliseconds);
    this.#fromMemory += 1;
  };

  /** Reports what is live, and for each remote whether a release of it can be shown. */
  watchReleases(current: () => Pick<ReleaseSet, 'shell' | 'remotes' | 'gone'>): void {
    new Gauge({
      name: 'site_release_info',
      help: 'Always 1; the labels say which version of each app is live',
      labelNames: ['app', 'version'],
      registers: [this.registry],
      collect() {
        this.reset();
        const { shell, remotes } = current();
        for (const [release] of [[shell], ...remotes.values()])
          if (release) this.set({ app: release.manifest.name, version: release.manifest.version }, 1);
      },
    });
    new Gauge({
      name: 'site_remote_up',
      help: 'Whether a release of the remote can be shown: 1, or 0 while its pages are the 404 page',
      labelNames: ['remote'],
      registers: [this.registry],
      collect() {
        this.reset();
        const { remotes, gone } = current();
        for (const remote of remotes.keys()) this.set({ remote }, 1);
        for (const remote of gone) this.set({ remote }, 0);
      },
    });
  }

  /** Reports what share of visitors gets each version under rollout. */
  watchRollouts(shares: () => ReadonlyMap<string, number>): void {
    new Gauge({
      name: 'site_rollout_share',
      help: 'Of a version under rollout: the share of visitors that get it, or 0 where the server has taken it back',
      labelNames: ['app'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [app, share] of shares()) this.set({ app }, share / 100);
      },
    });
  }

  #vital(name: string, help: string, buckets: number[]): Histogram {
    return new Histogram({ name, help: `${help}, as browsers report it`, buckets, registers: [this.registry] });
  }
}

/**
 * Counts every response, refusals included, and logs it at level `info`, without the visitor or their address. Calls that the
 * server itself makes are logged but not counted.
 *
 * @param isFile whether a path leads to a file outside of `/assets/`
 * @param pathOfPage the path of the page that a request asks for, without what a visitor has typed
 */
export function countRequests(
  server: FastifyInstance,
  metrics: SiteMetrics,
  isFile: (path: string) => boolean,
  pathOfPage: (request: FastifyRequest) => string,
): void {
  const log = (request: FastifyRequest, { statusCode: status, elapsedTime }: FastifyReply) => {
    const kind = kindOf(request, isFile);
    const path = kind === 'page' ? pathOfPage(request) : request.routeOptions.url;
    const milliseconds = Math.round(elapsedTime);
    request.log.info({ kind, method: request.method, path, status, milliseconds }, 'answered');
  };
  server.addHook('onResponse', async (request, reply) => {
    if (isInternalCall(request)) log(request, reply);
  });
  server.addHook('onRequest', async (request, reply) => {
    if (isInternalCall(request)) return;
    // Not onResponse: when the API goes away during a visitor's request, the event that it waits for never comes.
    reply.raw.once('close', () => {
      if (!reply.raw.headersSent) return;
      const { statusCode: status, elapsedTime } = reply;
      const { method, url: path, headers } = request;
      const kind = kindOf(request, isFile);
      metrics.answered(kind, status, elapsedTime);
      metrics.countCall({ method, path, headers }, status);
      log(request, reply);
    });
  });
}

/** The kind of the request, whatever the answer: a refused page still counts as a page. */
export function kindOf({ routeOptions, url }: FastifyRequest, isFile: (path: string) => boolean): RequestKind {
  const { url: route = '' } = routeOptions;
  if (route.startsWith('/api/')) return 'api';
  if (route === '/assets/*') return 'asset';
  if (route !== '/' && route !== '/*') return 'other';
  return isFile(url.split('?')[0] ?? '') ? 'file' : 'page';
}
