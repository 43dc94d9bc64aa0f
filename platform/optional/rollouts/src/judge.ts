import type { PointerCandidate } from '@site/shared/contract/release.ts';
import { type RolloutCounts, sumOf, type VersionCounts } from './counts.ts';
import { p75, valuesIn, vitalScales } from './histogram.ts';
import type { KnownRollouts, RolloutReport } from './RolloutLog.ts';

/** A version under rollout, and what servers have seen of it. */
export interface ListedRollout extends Omit<PointerCandidate, 'salt'>, Omit<RolloutCounts, 'usual'> {
  /** How many servers report it, and how many of them no longer show it to anyone. */
  readonly servers: number;
  readonly takenBackBy: number;
  /** Why it should be rolled back; absent while it does well. */
  readonly problem?: string;
  /** Why it should not go on yet; absent when it may. */
  readonly doubt?: string;
}

/** What servers have seen of a rollout. */
export async function listedRollout(
  app: string,
  rollout: PointerCandidate,
  rollouts: KnownRollouts,
): Promise<ListedRollout> {
  const reports = await rollouts.of(app, rollout);
  const candidate = sumOf(reports.map((report) => report.candidate));
  const live = sumOf(reports.map((report) => report.live));
  const takenBack = reports.flatMap((report) => report.takenBack ?? []);
  const { version, share, since } = rollout;
  const counts = { candidate, live, usual: usualFailures(reports, since) };
  const problem = takenBack[0] ?? judge(counts);
  const doubt = judgeBurst(counts);
  const seen = { servers: reports.length, takenBackBy: takenBack.length, candidate, live };
  return {
    version,
    share,
    since,
    ...seen,
    ...(problem !== undefined && { problem }),
    ...(doubt !== undefined && { doubt }),
  };
}

const hour = 60 * 60_000;

/** How many failures the live version usually has in the time since a share began; undefined when a server doesn't know. */
function usualFailures(reports: readonly RolloutReport[], since: string): number | undefined {
  const hours = Math.max(0, Date.now() - Date.parse(since)) / hour;
  return reports.reduce<number | undefined>(
    (sum, { failuresAnHour }) =>
      sum === undefined || failuresAnHour === undefined ? undefined : sum + failuresAnHour * hours,
    0,
  );
}

/** When a version counts as worse than the live one. */
const judgeLimits = {
  /** How many pages may throw that the live version renders: one is a fault that visitors would meet again and again. */
  threw: 1,
  /** The same for pages that take too long: a busy machine causes a few. */
  late: 3,
  /** Fewer failures in browsers than this say nothing. */
  browserFailures: 5,
  /** If the live version fails in browsers this many times more often than before, its failures no longer excuse others. */
  burst: 3,
  /**
   * How many standard deviations a version's share of failures must be above the live version's. One in a thousand such
   * differences is chance.
   */
  deviations: 3.1,
  /**
   * Minimum measured visits of each version before their times are compared, and the ratio by which the new one's may be
   * longer.
   */
  lcp: { visits: 200, longer: 1.2 },
} as const;

/**
 * Why a server takes a version back on its own, from what it has seen itself and nobody can fake. Undefined without a
 * reason.
 */
export function judgeRenders({ threw, late }: VersionCounts): string | undefined {
  if (threw >= judgeLimits.threw) return `${threw} of its pages threw that the live version renders`;
  if (late >= judgeLimits.late) return `${late} of its pages took too long that the live version renders`;
  return undefined;
}

/** Why a version should be rolled back; undefined while it does as well as the live one. */
export const judge = (counts: RolloutCounts): string | undefined =>
  judgeRenders(counts.candidate) ?? judgeBrowsers(counts) ?? judgeTimes(counts);

/**
 * Why a version should wait: it does as well as the live one only because the live one fails more often than before, or its
 * earlier rate is unknown. Fake failure reports for the live version must not help a broken one advance. Undefined while it
 * may go on.
 */
export function judgeBurst({ candidate, live, usual = 0 }: RolloutCounts): string | undefined {
  const expected = Math.min(live.browserFailures, usual * judgeLimits.burst);
  if (!isWorse(candidate, { ...live, browserFailures: expected })) return undefined;
  return `browsers reported ${candidate.browserFailures} failures, and ${live.browserFailures} of the live version, more than before: either reports are invented, or something else fails`;
}

function judgeBrowsers({ candidate, live }: RolloutCounts): string | undefined {
  if (!isWorse(candidate, live)) return undefined;
  return `browsers reported ${candidate.browserFailures} failures of ${candidate.views} views, and ${live.browserFailures} of ${live.views} of the live version`;
}

const isWorse = (candidate: VersionCounts, live: VersionCounts): boolean =>
  candidate.browserFailures >= judgeLimits.browserFailures && deviation(candidate, live) >= judgeLimits.deviations;

function judgeTimes({ candidate, live }: RolloutCounts): string | undefined {
  const { visits, longer } = judgeLimits.lcp;
  if (Math.min(valuesIn(candidate.lcp), valuesIn(live.lcp)) < visits) return undefined;
  const [taken, usual] = [candidate, live].map(({ lcp }) => p75(lcp, vitalScales.lcp) ?? 0) as [number, number];
  if (taken <= usual * longer) return undefined;
  const [time, liveTime] = [taken, usual].map((milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`);
  return `its pages appear within ${time} for three of four visitors (Largest Contentful Paint), the live version’s within ${liveTime}`;
}

/** By how many standard deviations two shares of failures differ: the z-test of two proportions. */
function deviation(candidate: VersionCounts, live: VersionCounts): number {
  // A visit may report more failures than it had views.
  const [views, liveViews] = [candidate, live].map(({ browserFailures, ...counts }) =>
    Math.max(counts.views, browserFailures, 1),
  ) as [number, number];
  const pooled = (candidate.browserFailures + live.browserFailures) / (views + liveViews);
  const spread = Math.sqrt(pooled * (1 - pooled) * (1 / views + 1 / liveViews));
  const difference = candidate.browserFailures / views - live.browserFailures / liveViews;
  return spread === 0 ? 0 : difference / spread;
}
