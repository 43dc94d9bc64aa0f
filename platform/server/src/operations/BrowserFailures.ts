import { assetIn, type Release, type ReleaseSource, releaseId, releasesOf } from '@site/releases/Release.ts';
import { sourcePlaces } from '@site/renderer/sourceMaps/sourceMaps.ts';
import type { Beacon } from '@site/shared/contract/beacon.ts';
import type { FastifyBaseLogger } from 'fastify';
import { serverLimits } from '../limits.ts';

/** A browser's report of a failure. */
type ReportedFailure = NonNullable<Beacon['failure']>;

/** The reports of one release. */
interface Reports {
  readonly since: number;
  count: number;
  notedAt: number;
}

/**
 * Records failures in visitors' browsers for the list of releases. Anyone can send such reports, so it takes several to
 * record a fault, they never change what visitors get, and the fault expires when the reports stop.
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

  /** Counts a failure in a release that this server shows. Source maps are read only when something is written. */
  async report(release: Release, failure: ReportedFailure): Promise<void> {
    const { name, version } = release.manifest;
    const reports = this.#reportsOf(releaseId(release));
    reports.count += 1;
    const { count, since } = reports;
    const { enough, noteAgain } = serverLimits.browserFailures;
    const isNoted = count >= enough && this.#now() - reports.notedAt >= noteAgain;
    if (isNoted) reports.notedAt = this.#now();
    if (count > 1 && !isNoted) return;
    const places = await this.#sourcePlaces(failure.at ?? []);
    if (count === 1) {
      this.#log.warn({ app: name, version, places }, 'A browser reports that a page of this release failed.');
    }
    if (isNoted) this.#releases.reportFault(release, 'BROWSER-FAILED', messageOf({ count, since }, places));
  }

  #reportsOf(id: string): Reports {
    const oldest = this.#now() - serverLimits.browserFailures.within;
    for (const [key, { since }] of this.#reports) if (since < oldest) this.#reports.delete(key);
    const reports = this.#reports.get(id) ?? { since: this.#now(), count: 0, notedAt: Number.NEGATIVE_INFINITY };
    this.#reports.set(id, reports);
    return reports;
  }

  /** Source locations in the site's own scripts; all others are left out. */
  async #sourcePlaces(places: readonly string[]): Promise<readonly string[]> {
    const known = releasesOf(this.#releases.current());
    const built = places.flatMap((place) => {
      const [, path = '', line, column] = /^([^?]+?)(?:\?retry=1)?:(\d{1,6}):(\d{1,7})$/.exec(place) ?? [];
      const asset = assetIn(path, known);
      if (!asset) return [];
      return { release: asset.release, file: `web/${asset.file}`, line: Number(line), column: Number(column) };
    });
    return (await sourcePlaces(built)).filter((source) => source !== undefined);
  }
}

function messageOf({ count, since }: Pick<Reports, 'count' | 'since'>, places: readonly string[]): string {
  const where = places.length > 0 ? ` The last one at ${places.join(', ')}.` : '';
  return `Browsers have reported ${count} failures of its pages since ${new Date(since).toISOString()}.${where} Anyone can send such reports: open the pages in a browser.`;
}
