/** What was seen of a version. */
export interface VersionCounts {
  /** How many pages of it were sent. */
  readonly views: number;
  /** How often it failed to render a page that the live version could render: it threw, or took too long. */
  readonly threw: number;
  readonly late: number;
  /** From how many networks browsers have reported a failure. Anyone can send such reports, and measurements: a network counts once. */
  readonly browserFailures: number;
  /** How many visits, one a network, had their Largest Contentful Paint in each class of times, the shortest first. Trailing zeros are left out. */
  readonly lcp: readonly number[];
}

/** A version that goes live in steps, and the live one at the same time. */
export interface RolloutCounts {
  readonly candidate: VersionCounts;
  readonly live: VersionCounts;
  /** How many failures of the live version are usual in the time of this step, by what was seen before; undefined when that is too little. */
  readonly usual: number | undefined;
}

export const noCounts: VersionCounts = { views: 0, threw: 0, late: 0, browserFailures: 0, lcp: [] };

/** What several servers have seen together. */
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

/** Each class of times is a twentieth longer than the one before; the first is a tenth of a second. */
const ratio = 1.05;
const shortest = 100;

/** How many classes of times there are: up to more than a minute. */
export const lcpClasses = 140;

/** Counts a visit with its time in milliseconds. */
export function withLcp(counts: VersionCounts, milliseconds: number): VersionCounts {
  const index = Math.round(Math.log(Math.max(milliseconds, shortest) / shortest) / Math.log(ratio));
  const one = Array.from({ length: Math.min(index, lcpClasses - 1) + 1 }, (_, other) => (other === index ? 1 : 0));
  return { ...counts, lcp: sumOfEach(counts.lcp, one) };
}

/** How many visits were measured. */
export const visitsOf = ({ lcp }: VersionCounts): number => lcp.reduce((sum, count) => sum + count, 0);

/** The time in milliseconds that three of four visits don't exceed. */
export function lcpOf(counts: VersionCounts): number {
  let left = visitsOf(counts) * 0.75;
  const index = counts.lcp.findIndex((count) => {
    left -= count;
    return left <= 0;
  });
  return shortest * ratio ** Math.max(index, 0);
}
