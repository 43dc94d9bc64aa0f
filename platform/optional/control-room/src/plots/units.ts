import { type Vital, vitalScales } from '@site/rollouts/histogram.ts';
import type { TextName, Texts } from '../html/texts.ts';

/** A time, in seconds from one on. */
export const timeText = (texts: Texts, milliseconds: number): string =>
  milliseconds < 1_000
    ? `${texts.number(Math.round(milliseconds))}\u00a0ms`
    : `${texts.number(milliseconds / 1_000)}\u00a0s`;

/** The value of a Web Vital. The first class of shifts is what doesn’t move. */
export const vitalText = (texts: Texts, vital: Vital, value: number): string =>
  vital === 'cls' ? texts.fraction(value <= vitalScales.cls.first ? 0 : value) : timeText(texts, value);

/** The name of a Web Vital's 75th percentile. */
export const vitalName = (vital: Vital): TextName => `rollout.${vital}`;

/** Up to which value a Web Vital counts as good. @see https://web.dev/articles/vitals */
export const goodVital: Readonly<Record<Vital, number>> = { lcp: 2_500, inp: 200, cls: 0.1 };

/** What stands where nothing was measured. */
export const nothing = '–';
