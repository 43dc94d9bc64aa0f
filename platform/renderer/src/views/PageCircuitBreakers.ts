import { type Release, type ReleaseSource, releaseId } from '@site/releases/Release.ts';
import { LRUCache } from 'lru-cache';
import { rendererLimits } from '../limits.ts';
import { type Failure, faultCode, mayPass } from '../outcome/outcome.ts';

interface OpenCircuit {
  /** In milliseconds since 1970. */
  readonly until: number;
  readonly failure: Failure;
}

/** Counts the failures of releases. */
interface FailureMetrics {
  remoteFailed(remote: string, release: string, side: 'server'): void;
}

/** A page of a release, at one address. */
export interface PagePlace {
  readonly release: Release;
  readonly module: string;
  /** Its address, when visitors choose it among any number; otherwise all addresses of the page are one place. */
  readonly address: string | undefined;
}

const { openCircuit, brokenAddresses } = rendererLimits;

/**
 * A circuit breaker for each page of each release. After a failure visitors get the page from an earlier release, without
 * waiting for the failure again; after `openCircuit` the page is tried again. Of a page with any number of addresses each has
 * its own: anyone who finds a slug that breaks the page breaks it for nobody else. The whole page counts as broken when several
 * addresses fail before any has worked.
 */
export class PageCircuitBreakers {
  readonly #source: ReleaseSource;
  readonly #metrics: FailureMetrics;
  readonly #open = new Map<string, OpenCircuit>();
  readonly #openAddresses = new LRUCache<string, OpenCircuit>({ max: brokenAddresses.known });
  /** Pages that have worked at some address. */
  readonly #proven = new Set<string>();
  /** The first addresses that have failed of each other page. */
  readonly #failedAddresses = new Map<string, Set<string>>();
  /** Pages known to work. Others may have a recorded fault, even from before a restart. */
  readonly #working = new Set<string>();
  /** Until when further failures of pages aren't reported: anyone may know many addresses that fail. */
  readonly #reported = new Map<string, number>();

  constructor(source: ReleaseSource, metrics: FailureMetrics) {
    this.#source = source;
    this.#metrics = metrics;
  }

  /** The open circuits of whole pages: a page rendered in another state may come from another release. Empty when all work. */
  get state(): string {
    if (this.#open.size === 0) return '';
    const now = Date.now();
    for (const [key, { until }] of this.#open) if (until < now) this.#open.delete(key);
    return [...this.#open.keys()].join(' ');
  }

  /** The failure that keeps a circuit open, if it is open. */
  failureOf(place: PagePlace): Failure | undefined {
    const ofPage = failureIn(this.#open.get(keyOf(place)));
    // An address that throws costs little, so each is tried; waiting for each would take long.
    if (place.address === undefined || (ofPage && mayPass(ofPage))) return ofPage;
    return failureIn(this.#openAddresses.get(addressKeyOf(place)));
  }

  /** Whether the circuit of any whole page of a release is open. */
  hasOpen(release: Release): boolean {
    if (this.#open.size === 0) return false;
    const places = Object.keys(release.manifest.modules).flatMap((module) =>
      [undefined, ''].map((address) => ({ release, module, address })),
    );
    return places.some((place) => failureIn(this.#open.get(keyOf(place))));
  }

  /** Opens a circuit. */
  failed(place: PagePlace, failure: Failure): void {
    const { release } = place;
    const key = keyOf(place);
    const circuit = { until: Date.now() + openCircuit, failure };
    if (place.address === undefined || this.#failsAsWhole(key, place.address)) this.#open.set(key, circuit);
    if (place.address !== undefined) this.#openAddresses.set(addressKeyOf(place), circuit);
    this.#working.delete(key);
    this.#metrics.remoteFailed(release.manifest.name, release.manifest.version, 'server');
    if ((this.#reported.get(key) ?? 0) > Date.now()) return;
    this.#reported.set(key, circuit.until);
    void this.#report(place, failure);
  }

  /** Closes a circuit. */
  succeeded(place: PagePlace): void {
    const key = keyOf(place);
    this.#proven.add(key);
    if (place.address !== undefined) this.#openAddresses.delete(addressKeyOf(place));
    if (this.#working.has(key)) return;
    this.#open.delete(key);
    this.#failedAddresses.delete(key);
    this.#working.add(key);
    this.#source.clearFault(place.release, place.module);
  }

  /** Notes an address that fails; whether there are enough for all to be broken. */
  #failsAsWhole(key: string, address: string): boolean {
    if (this.#proven.has(key)) return false;
    const failed = this.#failedAddresses.get(key) ?? new Set<string>();
    this.#failedAddresses.set(key, failed);
    if (failed.size < brokenAddresses.enough) failed.add(address);
    return failed.size >= brokenAddresses.enough;
  }

  /** Reports a failure when its place is known, unless the page works again by then. */
  async #report(place: PagePlace, failure: Failure): Promise<void> {
    const text = await (failure.located ?? failure.message);
    const message = failure.path === undefined ? text : `${text}, at ${failure.path}`;
    if (this.#working.has(keyOf(place))) return;
    this.#source.reportFault(place.release, faultCode(failure), message, place.module);
  }
}

/** The failure of a circuit that is still open. */
const failureIn = (circuit: OpenCircuit | undefined): Failure | undefined =>
  circuit && circuit.until >= Date.now() ? circuit.failure : undefined;

/** A page, or all of its addresses that visitors choose: one kind may work while the other doesn't. */
const keyOf = ({ release, module, address }: PagePlace): string =>
  `${releaseId(release)} ${module}${address === undefined ? '' : ' at chosen addresses'}`;

const addressKeyOf = (place: PagePlace): string => `${keyOf(place)} ${place.address}`;
