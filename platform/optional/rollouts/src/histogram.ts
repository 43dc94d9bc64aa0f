/** How often each class of values was seen, the least first. Trailing zeros are left out. */
export type Histogram = readonly number[];

/** The classes of a measure: where the first one is, how many times larger each is than the one before, and how many there are. */
export interface Scale {
  readonly first: number;
  readonly ratio: number;
  readonly classes: number;
}

/** The Web Vitals that browsers report. */
export type Vital = 'lcp' | 'inp' | 'cls';

export const vitals = ['lcp', 'inp', 'cls'] as const satisfies readonly Vital[];

/** Their classes, of 5 % each: times in milliseconds, beyond one minute, and shifts beyond 100. */
export const vitalScales: Readonly<Record<Vital, Scale>> = {
  lcp: { first: 100, ratio: 1.05, classes: 140 },
  inp: { first: 10, ratio: 1.05, classes: 180 },
  cls: { first: 0.001, ratio: 1.05, classes: 240 },
};

/** The class of a value. */
export function classOf(value: number, { first, ratio, classes }: Scale): number {
  const index = Math.round(Math.log(Math.max(value, first) / first) / Math.log(ratio));
  return Math.min(index, classes - 1);
}

/** A histogram with another value. */
export function withValue(histogram: Histogram, value: number, scale: Scale): Histogram {
  const index = classOf(value, scale);
  const one = Array.from({ length: index + 1 }, (_, other) => (other === index ? 1 : 0));
  return sumOfEach(histogram, one);
}

/** The sum of two histograms. */
export const sumOfEach = (one: Histogram, other: Histogram): Histogram =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, index) => (one[index] ?? 0) + (other[index] ?? 0));

/** How many values it has. */
export const valuesIn = (histogram: Histogram): number => histogram.reduce((sum, count) => sum + count, 0);

/** The 75th percentile, by the middle of its class; undefined when nothing was seen. */
export function p75(histogram: Histogram, { first, ratio }: Scale): number | undefined {
  let remaining = valuesIn(histogram) * 0.75;
  if (remaining === 0) return undefined;
  const index = histogram.findIndex((count) => {
    remaining -= count;
    return remaining <= 0;
  });
  return first * ratio ** Math.max(index, 0);
}
