import type { Release, ReleaseSource } from '@site/releases/Release.ts';
import { limits } from '../limits.ts';
import type { SiteMetrics } from '../operations/SiteMetrics.ts';

/** How a page of a release failed. */
export interface PageFailure {
  readonly code: 'RENDER-THREW' | 'RENDER-TIMEOUT';
  readonly message: string;
}

interface Rest {
  readonly until: number;
  readonly failure: PageFailure;
}

/**
 * Remembers which pages of which releases have failed. Such a page rests for a while: visitors get it from an earlier
 * release and don't wait for the failure again. Then it is tried once more.
 */
export class PageCircuitBreakers {
  readonly #source: ReleaseSource;
  readonly #metrics: SiteMetrics;
  readonly #resting = new Map<string, Rest>();
  /** Pages that work, as far as is known. Of the others a fault may be noted, also by a server before this one. */
  readonly #rendered = new Set<string>();

  constructor(source: ReleaseSource, metrics: SiteMetrics) {
    this.#source = source;
    this.#metrics = metrics;
  }

  /** Which pages rest now: pages rendered in another state may come from another release. Empty when all is well. */
  get state(): string {
    if (this.#resting.size === 0) return '';
    const now = Date.now();
    for (const [key, { until }] of this.#resting) if (until < now) this.#resting.delete(key);
    return [...this.#resting.keys()].join(' ');
  }

  /** The failure for which a page rests, if it does. */
  failureOf(release: Release, module: string): PageFailure | undefined {
    const rest = this.#resting.get(keyOf(release, module));
    return rest && rest.until >= Date.now() ? rest.failure : undefined;
  }

  /** Whether any page of a release rests. */
  isResting(release: Release): boolean {
    return Object.keys(release.manifest.modules).some((module) => this.failureOf(release, module));
  }

  /** Notes a failure. */
  failed(release: Release, module: string, failure: PageFailure): void {
    const key = keyOf(release, module);
    this.#resting.set(key, { until: Date.now() + limits.failedPageRest, failure });
    this.#rendered.delete(key);
    this.#metrics.remoteFailed(release.manifest.name, release.manifest.version, 'server');
    this.#source.reportFault(release, failure.code, failure.message, module);
  }

  /** Notes that a page was rendered. */
  succeeded(release: Release, module: string): void {
    const key = keyOf(release, module);
    if (this.#rendered.has(key)) return;
    this.#resting.delete(key);
    this.#rendered.add(key);
    this.#source.clearFault(release, module);
  }
}

const keyOf = ({ manifest }: Release, module: string): string => `${manifest.name}@${manifest.version} ${module}`;
