import { createHmac, randomUUID } from 'node:crypto';
import { networkOf } from '@site/node/networkOf.ts';
import type { SharedMemory } from '@site/node/SharedMemory.ts';
import { withCandidates } from '@site/releases/candidates.ts';
import { type CandidateRelease, type Release, type ReleaseSet, releaseId } from '@site/releases/Release.ts';
import type { Failure } from '@site/renderer/outcome/outcome.ts';
import { CountedNetworks } from './CountedNetworks.ts';
import { noCounts, sumOf, type VersionCounts, withVital } from './counts.ts';
import { type Vital, vitals } from './histogram.ts';
import { judgeRenders } from './judge.ts';
import { LiveFailures } from './LiveFailures.ts';
import { rolloutLimits } from './limits.ts';
import type { RolloutLog, RolloutReport } from './RolloutLog.ts';
import { SharedReports } from './SharedReports.ts';

/** What `Rollouts` needs of the server. */
export interface RolloutsOptions {
  /** What is live. */
  readonly current: () => ReleaseSet;
  /** With each rollout's salt, decides who gets its version. The same on all servers of the site, and unknown to teams. */
  readonly secret: () => string;
  /** Where the release commands read the counts. */
  readonly reports: Pick<RolloutLog, 'write' | 'remove'>;
  /** What several servers share, if they do. */
  readonly shared?: SharedMemory | undefined;
  readonly log: Readonly<Record<'warn' | 'error', (about: unknown, text: string) => void>>;
}

/** What a visitor gets. */
export interface ShownToVisitor {
  /** The remotes whose version under rollout the visitor gets. */
  readonly candidates: readonly string[];
  /** The route table with those versions. */
  readonly routes: ReleaseSet['routes'];
}

/** The Web Vitals of a visit, as far as its browser measures them: times in milliseconds. */
export type MeasuredVitals = { readonly [Name in Vital]?: number | undefined };

/** The version under rollout, or the live one. */
type Side = 'candidate' | 'live';

/** This server's counts for a remote's rollout at its current share. */
interface Observed {
  readonly rollout: CandidateRelease;
  takenBack: string | undefined;
  /** How many failures per hour browsers reported of the live version before the rollout. */
  readonly failuresAnHour: number | undefined;
  /** Whose views and reports have been counted. */
  readonly viewed: Readonly<Record<Side, CountedNetworks>>;
  readonly failed: Readonly<Record<Side, CountedNetworks>>;
  readonly measured: Readonly<Record<Vital, Readonly<Record<Side, CountedNetworks>>>>;
  candidate: VersionCounts;
  live: VersionCounts;
  isReported: boolean;
  /** What other servers have seen of it, as far as they share a memory. */
  others: readonly RolloutReport[];
}

/**
 * Rollouts: who gets which version, and how often it fails. A server takes a version back on its own when its pages fail, here
 * or on a server with which it shares a memory. To go on needs the team's key: the command that watches the servers'
 * reports has it.
 */
export class Rollouts {
  readonly #options: RolloutsOptions;
  /** Names this server's reports: several servers may share a folder. */
  readonly #server = randomUUID();
  readonly #observed = new Map<string, Observed>();
  readonly #liveFailures: LiveFailures;
  readonly #sharedReports: SharedReports | undefined;
  #knownSecret: string | undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(options: RolloutsOptions) {
    const { shared, reports } = options;
    this.#options = options;
    this.#liveFailures = new LiveFailures(shared);
    this.#sharedReports = shared && new SharedReports(shared, this.#server, reports);
    this.#timer = setInterval(() => {
      this.#liveFailures.observe(options.current());
      this.#report();
    }, rolloutLimits.report).unref();
  }

  /** The remotes whose version under rollout a visitor gets. */
  candidatesFor(address: string): readonly string[] {
    const { candidates } = this.#options.current();
    if (candidates.size === 0) return [];
    const network = networkOf(address);
    return [...candidates].flatMap(([app, rollout]) =>
      this.#of(app, rollout).takenBack === undefined && bucketOf(this.#secret, rollout.salt, network) < rollout.share
        ? [app]
        : [],
    );
  }

  /** What a visitor gets: the candidates, and the route table with them. */
  shownTo(address: string): ShownToVisitor {
    const candidates = this.candidatesFor(address);
    return { candidates, routes: withCandidates(this.#options.current(), candidates).routes };
  }

  /**
   * Counts a remote's page that was sent to a visitor with these candidates. A network counts once, as in reports: page views
   * cost nothing, and failures are compared with them.
   */
  viewed(app: string, candidates: readonly string[], address: string): void {
    const side = candidates.includes(app) ? 'candidate' : 'live';
    this.#countOnce(app, 'viewed', side, address, (counts) => addOne(counts, 'views'));
  }

  /** Counts a page that a release failed to render although another release of its remote rendered it. */
  renderFailed(release: Release, { kind, message, located }: Failure): void {
    const app = release.manifest.name;
    const side = this.#sideOf(release);
    if (!side) return;
    this.#count(app, side, kind === 'threw' ? kind : 'late');
    const observed = this.#observed.get(app);
    const reason = observed && judgeRenders(seenByAll(observed));
    if (!observed || !reason || observed.takenBack !== undefined) return;
    this.#takeBack(app, observed, `${reason}: ${message}`);
    void located?.then((text) => {
      observed.takenBack = `${reason}: ${text}`;
      observed.isReported = false;
      this.#report();
    });
  }

  /** Counts a browser's report of a failure. Anyone can send one, so they never change what visitors get. A network counts once. */
  browserFailed(release: Release, address: string): void {
    const app = release.manifest.name;
    const side = this.#sideOf(release);
    if (!side) this.#liveFailures.report(release, address);
    else this.#countOnce(app, 'failed', side, address, (counts) => addOne(counts, 'browserFailures'));
  }

  /** Records the Web Vitals of a visit that began with a release, as reported by the browser. */
  measured(release: Release, values: MeasuredVitals, address: string): void {
    const side = this.#sideOf(release);
    const observed = side && this.#observedOf(release.manifest.name);
    if (!observed) return;
    for (const vital of vitals) {
      const value = values[vital];
      if (value === undefined) continue;
      const counted: Change = (counts) => withVital(counts, vital, value);
      observed.measured[vital][side].countOnce(address, () => change(observed, side, counted));
    }
  }

  /** The percentage of visitors who get the version under rollout; 0 where this server has taken it back. */
  shares(): ReadonlyMap<string, number> {
    const { candidates } = this.#options.current();
    return new Map(
      [...candidates].map(([app, rollout]) => [
        app,
        this.#of(app, rollout).takenBack === undefined ? rollout.share : 0,
      ]),
    );
  }

  get #secret(): string {
    this.#knownSecret ??= this.#options.secret();
    return this.#knownSecret;
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

  #count(app: string, side: Side, what: keyof Omit<VersionCounts, Vital>): void {
    const observed = this.#observedOf(app);
    if (observed) change(observed, side, (counts) => addOne(counts, what));
  }

  /** Counts what a network has viewed, or its browser reports, once for each. */
  #countOnce(app: string, what: 'viewed' | 'failed', side: Side, address: string, counted: Change): void {
    const observed = this.#observedOf(app);
    observed?.[what][side].countOnce(address, () => change(observed, side, counted));
  }

  #takeBack(app: string, observed: Observed, reason: string): void {
    observed.takenBack = reason;
    observed.isReported = false;
    const { release } = observed.rollout;
    this.#options.log.error(
      { app, version: release.manifest.version },
      `SITE-ROLLOUT ${releaseId(release)} is taken back: ${reason}`,
    );
    this.#report();
  }

  #observedOf(app: string): Observed | undefined {
    const rollout = this.#options.current().candidates.get(app);
    return rollout && this.#of(app, rollout);
  }

  /** The counts at a share. Each share starts at zero; a version that was taken back stays so until another rollout begins. */
  #of(app: string, rollout: CandidateRelease): Observed {
    const known = this.#observed.get(app);
    if (known?.rollout.since === rollout.since && known.rollout.salt === rollout.salt) return known;
    const before = known?.rollout.salt === rollout.salt ? known : undefined;
    const networks = (what: string) => {
      const of = (side: Side) =>
        new CountedNetworks(this.#options.shared, JSON.stringify([what, side, app, rollout.salt, rollout.since]));
      return { candidate: of('candidate'), live: of('live') };
    };
    const observed: Observed = {
      rollout,
      takenBack: before?.takenBack,
      failuresAnHour: before ? before.failuresAnHour : this.#liveFailures.anHour(app),
      viewed: networks('viewed'),
      failed: networks('failed'),
      // Servers of versions before 1.3 count LCP alone, under this name.
      measured: { lcp: networks('timed'), inp: networks('inp'), cls: networks('cls') },
      candidate: noCounts,
      live: noCounts,
      isReported: false,
      others: [],
    };
    this.#observed.set(app, observed);
    return observed;
  }

  /** Writes what is new for the release commands. A failing write must not disturb a visitor. */
  #report(): void {
    const { current, reports, log } = this.#options;
    const { candidates } = current();
    // Without visitors, only other servers have something to tell.
    if (this.#observed.size === 0 && (!this.#sharedReports || candidates.size === 0)) return;
    const failed = (error: unknown) => log.warn(error, 'The counts of a rollout could not be written.');
    for (const [app, rollout] of candidates) {
      const observed = this.#of(app, rollout);
      this.#exchange(app, observed).catch(failed);
      if (observed.isReported) continue;
      observed.isReported = true;
      reports.write(app, this.#server, reportOf(observed)).catch(failed);
    }
    for (const app of this.#observed.keys()) {
      if (candidates.has(app)) continue;
      this.#observed.delete(app);
      reports.remove(app, this.#server).catch(failed);
      this.#sharedReports?.remove(app).catch(failed);
    }
  }

  /** Shares what this server has seen, and takes a version back that fails on all servers together. */
  async #exchange(app: string, observed: Observed): Promise<void> {
    const others = await this.#sharedReports?.exchange(app, reportOf(observed));
    if (!others) return;
    observed.others = others;
    if (observed.takenBack !== undefined) return;
    const reason =
      others.find(({ takenBack }) => takenBack !== undefined)?.takenBack ?? judgeRenders(seenByAll(observed));
    if (reason !== undefined) this.#takeBack(app, observed, reason);
  }
}

type Change = (counts: VersionCounts) => VersionCounts;

function change(observed: Observed, side: Side, counted: Change): void {
  observed[side] = counted(observed[side]);
  observed.isReported = false;
}

const addOne = (counts: VersionCounts, what: keyof Omit<VersionCounts, Vital>): VersionCounts => ({
  ...counts,
  [what]: counts[what] + 1,
});

/** What all servers have seen of the version under rollout. */
const seenByAll = ({ candidate, others }: Observed): VersionCounts =>
  sumOf([candidate, ...others.map((other) => other.candidate)]);

function reportOf({ rollout, takenBack, failuresAnHour, candidate, live }: Observed): RolloutReport {
  const { salt, since, release } = rollout;
  return { version: release.manifest.version, salt, since, takenBack, failuresAnHour, candidate, live };
}

/**
 * Which of 100 buckets a visitor is in during a rollout. It is neither stored nor sent, but computed for each request, and
 * it doesn't reveal the address.
 *
 * @param secret the servers' secret: without it, anyone who releases could choose a salt that puts a certain address first
 * @param salt the rollout's salt: in the next rollout, others come first
 * @param network that the visitor comes from
 */
export function bucketOf(secret: string, salt: string, network: string): number {
  const hash = createHmac('sha256', secret).update(`rollout ${salt} ${network}`).digest().readUInt32BE();
  return Math.floor((hash / 2 ** 32) * 100);
}
