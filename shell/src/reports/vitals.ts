import { readBoot } from '../entry/boot.ts';
import { report } from './report.ts';

/** @see https://wicg.github.io/layout-instability */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** @see https://w3c.github.io/event-timing/#sec-modifications-perf-timeline */
interface EventTimingInit extends PerformanceObserverInit {
  /** The shortest interaction to observe, in milliseconds. */
  readonly durationThreshold: number;
}

/*
 * Measures the visit's Web Vitals and reports them when the page is hidden for the first time. INP is the longest interaction,
 * which is its definition for visits with fewer than 50 of them.
 */
let lcp: number | undefined;
let inp: number | undefined;
// Undefined where the browser doesn't measure it, which differs from 0.
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
  // Shifts less than a second apart form a session of at most five seconds.
  const isApart = startTime - shift.end > 1000 || startTime - shift.start > 5000;
  shift = { start: isApart ? startTime : shift.start, end: startTime, sum: (isApart ? 0 : shift.sum) + value };
  cls = Math.max(cls ?? 0, shift.sum);
});
addEventListener('visibilitychange', reportOnce);

function reportOnce(): void {
  if (document.visibilityState !== 'hidden') return;
  removeEventListener('visibilitychange', reportOnce);
  const { page } = readBoot();
  report({ vitals: { lcp, inp, cls }, ...(page && { page: { remote: page.remote, release: page.release } }) });
}

/** Calls back for each entry of a type, including earlier ones. Unsupported types have none. */
function observe<Entry extends PerformanceEntry>(type: string, note: (entry: Entry) => void): void {
  // By default browsers omit interactions below 104 ms: only slow visits would have an INP.
  const options: EventTimingInit = { type, buffered: true, durationThreshold: 16 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) note(entry as Entry);
  }).observe(options);
}
