import type { ReleaseSet } from '@site/releases/Release.ts';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What a remote's failure happened to: its release on this server, or a visitor's browser. */
type Side = 'server' | 'browser';

/** What the site server counts and times. */
export class SiteMetrics {
  readonly registry = new Registry();

  /** Pages that the memory has answered, whole or as unchanged: counted ahead of everything, so as plainly as can be. */
  readonly fromMemory = { whole: 0, unchanged: 0 };
  #told = { whole: 0, unchanged: 0 };

  readonly requests = new Counter({
    name: 'site_requests_total',
    help: 'Answered requests by kind and class of status',
    labelNames: ['kind', 'status'],
    registers: [this.registry],
    collect: () => this.#tellMemory(),
  });

  readonly pageCache = new Counter({
    name: 'site_page_cache_total',
    help: 'Pages that were in memory (hit), and those that had to be rendered (miss)',
    labelNames: ['result'],
    registers: [this.registry],
    collect: () => this.#tellMemory(),
  });

  readonly renderings = new Histogram({
    name: 'site_render_seconds',
    help: 'Time to render a page, the wait for a worker and the page’s data included, by remote and outcome',
    labelNames: ['remote', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4],
    registers: [this.registry],
  });

  readonly rejections = new Counter({
    name: 'site_rejected_total',
    help: 'Requests that were refused because there was too much to do, by what was too much',
    labelNames: ['reason'],
    registers: [this.registry],
  });

  readonly beacons = new Counter({
    name: 'site_beacons_total',
    help: 'Reports of browsers by what became of them',
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
    help: 'Remotes that could not be loaded or rendered, by release and side',
    labelNames: ['remote', 'release', 'side'],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Notes that a release of a remote could not be loaded or rendered. */
  remoteFailed(remote: string, release: string, side: Side): void {
    this.#remoteFailures.inc({ remote, release, side });
  }

  /** Tells of each remote whether a release of it can be shown. */
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

  #tellMemory(): void {
    const { whole, unchanged } = this.fromMemory;
    const newly = { whole: whole - this.#told.whole, unchanged: unchanged - this.#told.unchanged };
    this.#told = { whole, unchanged };
    this.requests.inc({ kind: 'page', status: '2xx' }, newly.whole);
    this.requests.inc({ kind: 'page', status: '3xx' }, newly.unchanged);
    this.pageCache.inc({ result: 'hit' }, newly.whole + newly.unchanged);
  }
}
