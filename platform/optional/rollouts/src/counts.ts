/** Counts of a version's use. */
export interface VersionCounts {
  /** The number of networks that got its pages. As in reports, each counts once an hour: anyone can request pages. */
  readonly views: number;
  /** How often it threw, or took too long, on a page that the live version could render. */
  readonly threw: number;
  readonly late: number;
  /**
   * The number of networks from which browsers reported a failure. Anyone can send such reports and measurements, so a
   * network counts once.
   */
  readonly browserFailures: number;
  /**
   * A histogram of Largest Contentful Paint: visits (one per network) by class of time, shortest first. Trailing zeros are
   * left out.
   */
  readonly lcp: readonly number[];
}

/** The counts of a version under rollout, and of the live one in the same time. */
export interface RolloutCounts {
  readonly candidate: VersionCounts;
  readonly live: VersionCounts;
  /**
   * How many failures the live version usually has at this share so far, going by what was seen before; undefined when
   * too little was seen.
   */
  readonly usual: number | undefined;
}

export const noCounts: VersionCounts = { views: 0, threw: 0, late: 0, browserFailures: 0, lcp: [] };

/** The sum of several servers' counts. */
export const sumOf = (counts: readonly VersionCounts[]): VersionCounts =>
  counts.reduce(
    (sum, { views, threw, late, browserFailures, lcp }) => ({
      views: sum.views + views,
      threw: sum.threw + threw,
      late: sum.late + late,
      browserFailures: sum.browserFailures + browserFailures,
      lcp: sumOfEach(sum.lcp, lcp),
    }),
    noCounts,
  );

const sumOfEach = (one: readonly number[], other: readonly number[]): readonly number[] =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, index) => (one[index] ?? 0) + (other[index] ?? 0));

/** Each class is 5 % longer than the previous one; the first is 100 ms. */
const ratio = 1.05;
const shortest = 100;

/** The number of classes, which reach beyond one minute. */
export const lcpClasses = 140;

/** Adds a visit with its LCP, in milliseconds. */
export function withLcp(counts: VersionCounts, milliseconds: number): VersionCounts {
  const index = Math.round(Math.log(Math.max(milliseconds, shortest) / shortest) / Math.log(ratio));
  const one = Array.from({ length: Math.min(index, lcpClasses - 1) + 1 }, (_, other) => (other === index ? 1 : 0));
  return { ...counts, lcp: sumOfEach(counts.lcp, one) };
}

/** The number of measured visits. */
export const visitsOf = ({ lcp }: VersionCounts): number => lcp.reduce((sum, count) => sum + count, 0);

/** The 75th percentile of the LCP, in milliseconds. */
export function p75Lcp(counts: VersionCounts): number {
  let remaining = visitsOf(counts) * 0.75;
  const index = counts.lcp.findIndex((count) => {
    remaining -= count;
    return remaining <= 0;
  });
  return shortest * ratio ** Math.max(index, 0);
}
