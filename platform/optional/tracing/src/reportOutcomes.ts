import { plainLine } from '@site/shared/plainText.ts';
import { Counter, type Registry } from 'prom-client';
import { type OnOutcome, spanOutcomes } from './BoundedSpans.ts';
import { tracingLimits } from './limits.ts';

/** How many characters of a collector's answer the log has. */
const reasonLength = 200;

/** Counts spans by outcome, and says now and then that the collector takes none. */
export function reportOutcomes(registry: Registry, origin: string, onProblem: (text: string) => void): OnOutcome {
  const counter = new Counter({
    name: 'site_spans_total',
    help: 'Spans of traces by outcome: sent to the collector; failed, when it did not take them; dropped, because too many waited',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of spanOutcomes) counter.inc({ outcome }, 0);
  let saidAt = Number.NEGATIVE_INFINITY;
  return (outcome, count, error) => {
    counter.inc({ outcome }, count);
    const now = performance.now();
    if (outcome !== 'failed' || now - saidAt < tracingLimits.logInterval) return;
    saidAt = now;
    const reason = plainLine(error?.message ?? '').slice(0, reasonLength);
    onProblem(`SITE-TRACES The collector at ${origin} takes no spans: ${reason || 'no reason given'}`);
  };
}
