import { report } from './report.ts';

/** @see https://wicg.github.io/layout-instability */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** @see https://w3c.github.io/event-timing/#sec-modifications-perf-timeline */
interface EventTimingInit extends PerformanceObserverInit {
  /** The shortest interaction to be told of, in milliseconds. */
  readonly durationThreshold: number;
}

/*
 * Measures the visit's Web Vitals, and reports them when the visitor turns away for the first time. INP is the longest
 * interaction, as its definition has it for visits with fewer than 50 of them.
 */
let lcp: number | undefined;
let inp: number | undefined;
// Not every browser measures it: none is not nothing.
let cls = PerformanceObserver.supportedEntryTypes.includes('layout-shift') ? 0 : undefined;
let shift = { start: 0, end: 0, sum: 0 };

observe('largest-contentful-paint', ({ startTime }) => {
  lcp = startTime;
});
observe('event', ({ duration, interactionId }: PerformanceEventTiming) => {
  if (interactionId) inp = Math.max(inp ?? 0, duration);
});
observe('layout-shift', ({ startTime, value, hadRecentInput }: LayoutShift) => {
  if (hadRecentInput) return;
  // Shifts within a second of each other count together, for five seconds at most.
  const isApart = startTime - shift.end > 1000 || startTime - shift.start > 5000;
  shift = { start: isApart ? startTime : shift.start, end: startTime, sum: (isApart ? 0 : shift.sum) + value };
  cls = Math.max(cls ?? 0, shift.sum);
});
addEventListener('visibilitychange', reportOnce);

function reportOnce(): void {
  if (document.visibilityState !== 'hidden') return;
  removeEventListener('visibilitychange', reportOnce);
  report({ vitals: { lcp, inp, cls } });
}

/** Calls back for each entry of a type, the earlier ones too. What a browser doesn't know, it never reports. */
function observe<Entry extends PerformanceEntry>(type: string, note: (entry: Entry) => void): void {
  // Unasked, browsers leave out interactions below 104 ms: only slow visits would have an INP.
  const options: EventTimingInit = { type, buffered: true, durationThreshold: 16 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) note(entry as Entry);
  }).observe(options);
}
