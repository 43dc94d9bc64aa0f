import { randomUUID } from 'node:crypto';
import { networkOf } from '@site/http/networkOf.ts';
import {
  type CandidateRelease,
  type Release,
  type ReleaseSet,
  releaseId,
  withCandidates,
} from '@site/releases/Release.ts';
import { bucketOf } from '@site/releases/rollout/bucketOf.ts';
import { noCounts, type VersionCounts, withLcp } from '@site/releases/rollout/counts.ts';
import { judgeRenders } from '@site/releases/rollout/judge.ts';
import type { RolloutLog } from '@site/releases/rollout/RolloutLog.ts';
import type { FastifyBaseLogger } from 'fastify';
import { serverLimits } from '../limits.ts';
import type { PageFailure } from '../pages/PageCircuitBreakers.ts';

/** What `Rollouts` needs of the server. */
export interface RolloutsOptions {
  /** What is live. */
  readonly current: () => ReleaseSet;
  /** Where the release commands read what was seen. */
  readonly reports: Pick<RolloutLog, 'write' | 'remove'>;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

/** What a visitor gets. */
export interface Shown {
  /** The remotes of which it is the version that is about to go live. */
  readonly candidates: readonly string[];
  /** The pages that there are then. */
  readonly routes: ReleaseSet['routes'];
}

/** The version that is about to go live, or the live one. */
type Side = 'candidate' | 'live';

/** What this server has seen of a remote's rollout in its present step. */
interface Observed {
  readonly step: CandidateRelease;
  takenBack: string | undefined;
  candidate: VersionCounts;
  live: VersionCounts;
  isReported: boolean;
}

/**
 * Versions that go live in steps: who gets them, and how they do. A server takes a version back on its own when its pages fail; to
 * go on needs the team's key, and is up to the command that watches what the servers report.
 */
export class Rollouts {
  readonly #options: RolloutsOptions;
  /** Names this server's reports: several may have one folder. */
  readonly #server = randomUUID();
  readonly #observed = new Map<string, Observed>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: RolloutsOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#report(), serverLimits.rolloutReport).unref();
  }

  /** The remotes of which a visitor gets the version that is about to go live. */
  candidatesFor(address: string): readonly string[] {
    const { candidates } = this.#options.current();
    if (candidates.size === 0) return [];
    const network = networkOf(address);
    return [...candidates].flatMap(([app, step]) =>
      this.#of(app, step).takenBack === undefined && bucketOf(step.salt, network) < step.share ? [app] : [],
    );
  }

  /** What a visitor gets, and which pages there are then. */
  shownTo(address: string): Shown {
    const candidates = this.candidatesFor(address);
    return { candidates, routes: withCandidates(this.#options.current(), candidates).routes };
  }

  /** Counts a page of a remote that was sent to somebody who gets these candidates. */
  viewed(app: string, candidates: readonly string[]): void {
    this.#count(app, candidates.includes(app) ? 'candidate' : 'live', 'views');
  }

  /** Counts a page that a release failed to render and another one of its remote didn't. */
  renderFailed(release: Release, { code, message }: PageFailure): void {
    const app = release.manifest.name;
    const side = this.#sideOf(release);
    if (!side) return;
    this.#count(app, side, code === 'RENDER-TIMEOUT' ? 'late' : 'threw');
    const observed = this.#observed.get(app);
    const reason = observed && judgeRenders(observed.candidate);
    if (!observed || !reason || observed.takenBack !== undefined) return;
    observed.takenBack = `${reason}: ${message}`;
    this.#options.log.error(
      { app, version: observed.step.release.manifest.version },
      `SITE-STEPS ${releaseId(observed.step.release)} is taken back: ${observed.takenBack}`,
    );
    this.#report();
  }

  /** Counts a failure that a browser has reported. Anybody can send such reports: what visitors get doesn't change by them. */
  browserFailed(release: Release): void {
    const side = this.#sideOf(release);
    if (side) this.#count(release.manifest.name, side, 'browserFailures');
  }

  /** Records how many milliseconds a visit took to show what it began with, as its browser reports it. */
  measured(release: Release, lcp: number): void {
    const side = this.#sideOf(release);
    if (side) this.#change(release.manifest.name, side, (counts) => withLcp(counts, lcp));
  }

  /** Of a hundred visitors, how many get the version that is about to go live: 0 where this server has taken it back. */
  shares(): ReadonlyMap<string, number> {
    const { candidates } = this.#options.current();
    return new Map(
      [...candidates].map(([app, step]) => [app, this.#of(app, step).takenBack === undefined ? step.share : 0]),
    );
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #sideOf({ manifest: { name, version } }: Release): Side | undefined {
    const { candidates, remotes } = this.#options.current();
    const candidate = candidates.get(name);
    if (!candidate) return undefined;
    if (candidate.release.manifest.version === version) return 'candidate';
    return remotes.get(name)?.[0]?.manifest.version === version ? 'live' : undefined;
  }

  #count(app: string, side: Side, what: keyof Omit<VersionCounts, 'lcp'>): void {
    this.#change(app, side, (counts) => ({ ...counts, [what]: counts[what] + 1 }));
  }

  #change(app: string, side: Side, change: (counts: VersionCounts) => VersionCounts): void {
    const step = this.#options.current().candidates.get(app);
    if (!step) return;
    const observed = this.#of(app, step);
    observed[side] = change(observed[side]);
    observed.isReported = false;
  }

  /** What was seen in a step. The next one counts anew; what was taken back stays so until another rollout begins. */
  #of(app: string, step: CandidateRelease): Observed {
    const known = this.#observed.get(app);
    if (known?.step.since === step.since && known.step.salt === step.salt) return known;
    const takenBack = known?.step.salt === step.salt ? known.takenBack : undefined;
    const observed = { step, takenBack, candidate: noCounts, live: noCounts, isReported: false };
    this.#observed.set(app, observed);
    return observed;
  }

  /** Writes what is new for the release commands. A failing write must not disturb a visitor. */
  #report(): void {
    if (this.#observed.size === 0) return;
    const { current, reports, log } = this.#options;
    const { candidates } = current();
    const write = async (app: string, { step, takenBack, candidate, live }: Observed) => {
      const { salt, since, release } = step;
      const { version } = release.manifest;
      await reports.write(app, this.#server, { version, salt, since, takenBack, candidate, live });
    };
    const failed = (error: unknown) => log.warn(error, 'What was seen of a version in steps could not be written.');
    for (const [app, step] of candidates) {
      const observed = this.#of(app, step);
      if (observed.isReported) continue;
      observed.isReported = true;
      write(app, observed).catch(failed);
    }
    for (const app of this.#observed.keys()) {
      if (candidates.has(app)) continue;
      this.#observed.delete(app);
      reports.remove(app, this.#server).catch(failed);
    }
  }
}
