/** What was seen of a version. */
export interface VersionCounts {
  /** How many pages of it were sent. */
  readonly views: number;
  /** How often it failed to render a page that the live version could render: it threw, or took too long. */
  readonly threw: number;
  readonly late: number;
  /** How many failures browsers have reported. Anybody can send such reports. */
  readonly browserFailures: number;
}

/** A version that goes live in steps, and the live one at the same time. */
export interface RolloutCounts {
  readonly candidate: VersionCounts;
  readonly live: VersionCounts;
}

export const noCounts: VersionCounts = { views: 0, threw: 0, late: 0, browserFailures: 0 };

/** What several servers have seen together. */
export const sumOf = (counts: readonly VersionCounts[]): VersionCounts =>
  counts.reduce(
    (sum, { views, threw, late, browserFailures }) => ({
      views: sum.views + views,
      threw: sum.threw + threw,
      late: sum.late + late,
      browserFailures: sum.browserFailures + browserFailures,
    }),
    noCounts,
  );

/** When a version counts as worse than the live one. */
export const rolloutLimits = {
  /** How many pages may throw that the live version renders: one is a fault that visitors would meet again and again. */
  threw: 1,
  /** How many may take too long: a busy machine makes some of them. */
  late: 3,
  /** How many failures in browsers say nothing yet. */
  browserFailures: 5,
  /** By how many standard deviations a version's share of failures must be above the live version's: one in a thousand such differences is chance. */
  deviations: 3.1,
} as const;

/** Why a server on its own takes a version back: what it has seen itself, and nobody can make up. Undefined while all is well. */
export function judgeRenders({ threw, late }: VersionCounts): string | undefined {
  if (threw >= rolloutLimits.threw) return `${threw} of its pages threw that the live version renders`;
  if (late >= rolloutLimits.late) return `${late} of its pages took too long that the live version renders`;
  return undefined;
}

/** Why a version should not go on; undefined while it does as well as the live one. */
export function judge({ candidate, live }: RolloutCounts): string | undefined {
  const rendered = judgeRenders(candidate);
  if (rendered) return rendered;
  const failures = candidate.browserFailures;
  if (failures < rolloutLimits.browserFailures || deviation(candidate, live) < rolloutLimits.deviations)
    return undefined;
  return `browsers reported ${failures} failures of ${candidate.views} views, and ${live.browserFailures} of ${live.views} of the live version`;
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
