import { type Histogram, sumOfEach, type Vital, vitalScales, withValue } from './histogram.ts';

/**
 * Counts of a version's use. Its Web Vitals are histograms of visits: a network counts once in each. Servers of versions before 1.3
 * report LCP alone.
 */
export interface VersionCounts extends Readonly<Record<Vital, Histogram>> {
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

export const noCounts: VersionCounts = { views: 0, threw: 0, late: 0, browserFailures: 0, lcp: [], inp: [], cls: [] };

/** The sum of several servers' counts. */
export const sumOf = (counts: readonly VersionCounts[]): VersionCounts =>
  counts.reduce(
    (sum, { views, threw, late, browserFailures, lcp, inp, cls }) => ({
      views: sum.views + views,
      threw: sum.threw + threw,
      late: sum.late + late,
      browserFailures: sum.browserFailures + browserFailures,
      lcp: sumOfEach(sum.lcp, lcp),
      inp: sumOfEach(sum.inp, inp),
      cls: sumOfEach(sum.cls, cls),
    }),
    noCounts,
  );

/** The counts with another value that a browser has reported. */
export const withVital = (counts: VersionCounts, vital: Vital, value: number): VersionCounts => ({
  ...counts,
  [vital]: withValue(counts[vital], value, vitalScales[vital]),
});
