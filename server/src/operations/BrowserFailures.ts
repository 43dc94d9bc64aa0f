import type { Release } from '@site/releases/Release.ts';
import { assetIn, type ReleaseSource, releasesOf } from '@site/releases/Release.ts';
import type { Beacon } from '@site/shared/contract/beacon.ts';
import type { FastifyBaseLogger } from 'fastify';
import { limits } from '../limits.ts';
import { sourcePlace } from '../render/sourceMaps.ts';

/** What a browser reports of a failure. */
type ReportedFailure = NonNullable<Beacon['failure']>;

/** The reports of one release. */
interface Reports {
  readonly since: number;
  count: number;
  notedAt: number;
}

/**
 * Tells the teams of releases that fail in visitors' browsers. Anybody can send such reports: several are needed before the
 * list of releases shows one, they decide nothing of what visitors get, and what they have noted goes when they end.
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

  /** Takes the report of a failure in a release that this server shows. */
  report(release: Release, failure: ReportedFailure): void {
    const { name, version } = release.manifest;
    const reports = this.#reportsOf(`${name}@${version}`);
    reports.count += 1;
    const places = this.#sourcePlaces(failure.at ?? []);
    if (reports.count === 1) {
      this.#log.warn({ app: name, version, places }, 'A browser reports that a page of this release failed.');
    }
    const { enough, noteAgain } = limits.browserFailures;
    if (reports.count < enough || this.#now() - reports.notedAt < noteAgain) return;
    reports.notedAt = this.#now();
    this.#releases.reportFault(release, 'BROWSER-FAILED', messageOf(reports, places));
  }

  #reportsOf(title: string): Reports {
    const oldest = this.#now() - limits.browserFailures.within;
    for (const [key, { since }] of this.#reports) if (since < oldest) this.#reports.delete(key);
    const reports = this.#reports.get(title) ?? { since: this.#now(), count: 0, notedAt: Number.NEGATIVE_INFINITY };
    this.#reports.set(title, reports);
    return reports;
  }

  /** Where the site's own scripts failed, in the sources; what can't be found there is left out. */
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
