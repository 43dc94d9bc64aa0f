import { Counter, Gauge, type Registry } from 'prom-client';

const outcomes = ['done', 'failed', 'skipped'] as const;

/** The metrics of the shared memory. */
export class MemoryMetrics {
  readonly calls: Counter<'outcome'>;
  readonly reads: Counter<'result'>;
  readonly up: Gauge;

  constructor(registry: Registry) {
    const registers = [registry];
    this.calls = new Counter({
      name: 'site_shared_memory_calls_total',
      help: 'Calls of the shared memory by outcome; skipped ones while its circuit breaker is open',
      labelNames: ['outcome'],
      registers,
    });
    this.reads = new Counter({
      name: 'site_shared_memory_reads_total',
      help: 'Last good pages that were looked up in the shared memory',
      labelNames: ['result'],
      registers,
    });
    this.up = new Gauge({
      name: 'site_shared_memory_up',
      help: 'Whether the shared memory answers: 1, or 0 while servers go by what they have seen themselves',
      registers,
    });
    for (const outcome of outcomes) this.calls.inc({ outcome }, 0);
    for (const result of ['hit', 'miss']) this.reads.inc({ result }, 0);
  }
}
