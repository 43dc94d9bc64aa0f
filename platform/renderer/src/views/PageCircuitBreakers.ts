import { type Release, type ReleaseSource, releaseId } from '@site/releases/Release.ts';
import { type Failure, faultCode } from '../Failure.ts';
import { rendererLimits } from '../limits.ts';

interface OpenCircuit {
  /** In milliseconds since 1970. */
  readonly until: number;
  readonly failure: Failure;
}

/** Counts the failures of releases. */
interface FailureMetrics {
  remoteFailed(remote: string, release: string, side: 'server'): void;
}

/**
 * A circuit breaker for each page of each release. After a failure visitors get the page from an earlier release, without
 * waiting for the failure again; after `rendererLimits.openCircuit` the page is tried again.
 */
export class PageCircuitBreakers {
  readonly #source: ReleaseSource;
  readonly #metrics: FailureMetrics;
  readonly #open = new Map<string, OpenCircuit>();
  /** Pages known to work. Others may have a recorded fault, even from before a restart. */
  readonly #working = new Set<string>();

  constructor(source: ReleaseSource, metrics: FailureMetrics) {
    this.#source = source;
    this.#metrics = metrics;
  }

  /** The open circuits: a page rendered in another state may come from another release. Empty when all pages work. */
  get state(): string {
    if (this.#open.size === 0) return '';
    const now = Date.now();
    for (const [key, { until }] of this.#open) if (until < now) this.#open.delete(key);
    return [...this.#open.keys()].join(' ');
  }

  /** The failure that keeps a page's circuit open, if it is open. */
  failureOf(release: Release, module: string): Failure | undefined {
    const circuit = this.#open.get(keyOf(release, module));
    return circuit && circuit.until >= Date.now() ? circuit.failure : undefined;
  }

  /** Whether the circuit of any page of a release is open. */
  hasOpen(release: Release): boolean {
    return Object.keys(release.manifest.modules).some((module) => this.failureOf(release, module));
  }

  /** Opens a page's circuit. */
  failed(release: Release, module: string, failure: Failure): void {
    const key = keyOf(release, module);
    this.#open.set(key, { until: Date.now() + rendererLimits.openCircuit, failure });
    this.#working.delete(key);
    this.#metrics.remoteFailed(release.manifest.name, release.manifest.version, 'server');
    void this.#report(release, module, failure);
  }

  /** Closes a page's circuit. */
  succeeded(release: Release, module: string): void {
    const key = keyOf(release, module);
    if (this.#working.has(key)) return;
    this.#open.delete(key);
    this.#working.add(key);
    this.#source.clearFault(release, module);
  }

  /** Reports a failure when its place is known, unless the page works again by then. */
  async #report(release: Release, module: string, failure: Failure): Promise<void> {
    const text = await (failure.located ?? failure.message);
    const message = failure.path === undefined ? text : `${text}, at ${failure.path}`;
    if (!this.#working.has(keyOf(release, module)))
      this.#source.reportFault(release, faultCode(failure), message, module);
  }
}

const keyOf = (release: Release, module: string): string => `${releaseId(release)} ${module}`;
