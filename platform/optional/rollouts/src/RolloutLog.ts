import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '@site/releases/store/files.ts';
import type { ServiceStore } from '@site/releases/store/ServiceStore.ts';
import type { PointerCandidate } from '@site/shared/contract/release.ts';
import { z } from 'zod';
import type { VersionCounts } from './counts.ts';
import { type Scale, vitalScales } from './histogram.ts';

/** What one server has seen of a version under rollout. */
export interface RolloutReport {
  /** Version and salt identify the rollout, and `since` its current share. */
  readonly version: string;
  readonly salt: string;
  readonly since: string;
  /** Why the server no longer shows it; absent while it does. */
  readonly takenBack?: string | undefined;
  readonly candidate: VersionCounts;
  readonly live: VersionCounts;
  /**
   * Failures per hour that browsers reported of the live version before the rollout; absent when the server hasn't seen it
   * for long enough.
   */
  readonly failuresAnHour?: number | undefined;
}

/** Where servers' reports are read: a folder, or a release service. */
export interface KnownRollouts {
  /** All servers' reports of a rollout at its current share. */
  readonly of: (app: string, rollout: PointerCandidate) => Promise<readonly RolloutReport[]>;
}

const count = z.number().int().min(0);
const histogram = ({ classes }: Scale) => z.array(count).max(classes);
const counts = z.object({
  views: count,
  threw: count,
  late: count,
  browserFailures: count,
  lcp: histogram(vitalScales.lcp),
  // Reports of earlier versions lack them.
  inp: histogram(vitalScales.inp).default([]),
  cls: histogram(vitalScales.cls).default([]),
});

/** A server's report, from a file or from a release service. */
const rolloutReport: z.ZodType<RolloutReport> = z.object({
  version: z.string(),
  salt: z.string(),
  since: z.iso.datetime(),
  takenBack: z.string().optional(),
  candidate: counts,
  live: counts,
  failuresAnHour: z.number().min(0).optional(),
});

/** What servers see of versions under rollout. It is kept beside their faults, outside the store. */
export class RolloutLog implements KnownRollouts {
  readonly #folder: string;

  /** @param reports folder for the servers' reports */
  constructor(reports: string) {
    this.#folder = join(reports, '.rollouts');
  }

  /** Writes a server's report, replacing its previous one. */
  async write(app: string, server: string, report: RolloutReport): Promise<void> {
    await writeAtomically(this.#file(app, server), JSON.stringify(report));
  }

  /** Removes a server's report of a rollout that is over. */
  async remove(app: string, server: string): Promise<void> {
    await rm(this.#file(app, server), { force: true });
  }

  async of(app: string, rollout: PointerCandidate): Promise<readonly RolloutReport[]> {
    const folder = join(this.#folder, app);
    const names = await readdir(folder).catch(() => []);
    const files = names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
    const reports = await Promise.all(files.map(readFrom));
    // A killed server leaves its last report behind.
    return reports.filter((report) => report !== undefined).filter((report) => isOf(report, rollout));
  }

  #file(app: string, server: string): string {
    return join(this.#folder, app, `${server}.json`);
  }
}

/** What a release service knows of the servers' reports, up to date. */
export const rolloutsOf = (service: ServiceStore): KnownRollouts => ({
  of: async (app, rollout) => {
    const { rollouts } = await service.currentIndex();
    const reports = rollouts?.[app] ?? [];
    return reports
      .flatMap((report) => rolloutReport.safeParse(report).data ?? [])
      .filter((report) => isOf(report, rollout));
  },
});

const isOf = ({ version, salt, since }: RolloutReport, rollout: PointerCandidate): boolean =>
  version === rollout.version && salt === rollout.salt && since === rollout.since;

/** A report from its text; undefined when it is damaged. */
export function readReport(text: string): RolloutReport | undefined {
  try {
    return rolloutReport.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Reads a report; undefined when a server has just removed it, or the file is damaged. */
const readFrom = async (file: string): Promise<RolloutReport | undefined> =>
  readReport(await readFile(file, 'utf8').catch(() => ''));
