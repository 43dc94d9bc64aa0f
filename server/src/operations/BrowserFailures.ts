import { assetIn, type Release, type ReleaseSource, releaseId, releasesOf } from '@site/releases/Release.ts';
import type { Beacon } from '@site/shared/contract/beacon.ts';
import type { FastifyBaseLogger } from 'fastify';
import { serverLimits } from '../limits.ts';
import { sourcePlace } from '../render/sourceMaps.ts';

/** A browser's report of a failure. */
type ReportedFailure = NonNullable<Beacon['failure']>;

/** The reports of one release. */
interface Reports {
  readonly since: number;
  count: number;
  notedAt: number;
}

/**
 * Records failures in visitors' browsers for the list of releases. Anybody can send such reports, so it takes several to
 * record a fault, they never change what visitors get, and the fault expires when the reports end.
 */
export class BrowserFailures {
  readonly #releases: ReleaseSource;
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #now: () => number;
  readonly #reports = new Map<string, Reports>();

  constructor(releases: ReleaseSource, log: Pick<FastifyBaseLogger, 'warn'>, now: () => number = Date.now) {
    this.#releases = releases;
    this.#log = log;
    this.#now = now;
  }

  /** Counts a failure in a release that this server shows. */
  report(release: Release, failure: ReportedFailure): void {
    const { name, version } = release.manifest;
    const reports = this.#reportsOf(releaseId(release));
    reports.count += 1;
    const places = this.#sourcePlaces(failure.at ?? []);
    if (reports.count === 1) {
      this.#log.warn({ app: name, version, places }, 'A browser reports that a page of this release failed.');
    }
    const { enough, noteAgain } = serverLimits.browserFailures;
    if (reports.count < enough || this.#now() - reports.notedAt < noteAgain) return;
    reports.notedAt = this.#now();
    this.#releases.reportFault(release, 'BROWSER-FAILED', messageOf(reports, places));
  }

  #reportsOf(id: string): Reports {
    const oldest = this.#now() - serverLimits.browserFailures.within;
    for (const [key, { since }] of this.#reports) if (since < oldest) this.#reports.delete(key);
    const reports = this.#reports.get(id) ?? { since: this.#now(), count: 0, notedAt: Number.NEGATIVE_INFINITY };
    this.#reports.set(id, reports);
    return reports;
  }

  /** Places in the sources where the site's own scripts failed. Others are left out. */
  #sourcePlaces(places: readonly string[]): readonly string[] {
    const known = releasesOf(this.#releases.current());
    return places.flatMap((place) => {
      const [, path = '', line, column] = /^([^?]+?)(?:\?retry=1)?:(\d+):(\d+)$/.exec(place) ?? [];
      const asset = assetIn(path, known);
      if (!asset) return [];
      const built = { file: `web/${asset.file}`, line: Number(line), column: Number(column) };
      return sourcePlace(asset.release, built) ?? [];
    });
  }
}

function messageOf({ count, since }: Reports, places: readonly string[]): string {
  const where = places.length > 0 ? ` The last one at ${places.join(', ')}.` : '';
  return `Browsers have reported ${count} failures of its pages since ${new Date(since).toISOString()}.${where} Anybody can send such reports: open the pages in a browser.`;
}
