import { Counter, type Histogram, type Registry } from 'prom-client';

/** The kinds of requests in metrics and log. */
export type RequestKind = 'page' | 'file' | 'asset' | 'api' | 'other';

/** The responses of a kind with a class of status. */
interface Series {
  readonly labels: { readonly kind: RequestKind; readonly status: string };
  /** How many there were in all, and of each bucket. */
  count: number;
  readonly inBucket: number[];
  /** Their times together, in seconds. */
  sum: number;
}

/** Upper bounds in seconds. */
const buckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The number of responses and their times, by kind and class of status. prom-client looks labels up at each observation, which
 * would be a tenth of the cost of a page from memory: here that happens when the metrics are read.
 */
export class RequestTimes {
  readonly #series = new Map<RequestKind, Map<number, Series>>();

  constructor(registry: Registry) {
    const all = () => this.#all();
    new Counter({
      name: 'site_requests_total',
      help: 'Requests by kind and class of status',
      labelNames: ['kind', 'status'],
      registers: [registry],
      collect() {
        this.reset();
        for (const { labels, count } of all()) this.inc(labels, count);
      },
    });
    const histogram = {
      name: 'site_request_seconds',
      help: 'Time from a request to its response, by kind and class of status',
      type: 'histogram',
      aggregator: 'sum',
      get: async () => ({ ...histogram, values: all().flatMap(valuesOf) }),
    };
    // What a registry needs of a metric.
    registry.registerMetric(histogram as unknown as Histogram);
  }

  /** Shows a series before its first response: a counter that first appears with its first event shows no increase. */
  show(kind: RequestKind, status: number): void {
    this.#find(kind, Math.floor(status / 100));
  }

  /** Counts a response. */
  add(kind: RequestKind, status: number, milliseconds: number): void {
    const series = this.#find(kind, Math.floor(status / 100));
    const seconds = milliseconds / 1000;
    const bucket = buckets.findIndex((bound) => seconds <= bound);
    series.count += 1;
    series.sum += seconds;
    if (bucket >= 0) series.inBucket[bucket] = (series.inBucket[bucket] ?? 0) + 1;
  }

  #find(kind: RequestKind, statusClass: number): Series {
    const ofKind = this.#series.get(kind) ?? new Map<number, Series>();
    const known = ofKind.get(statusClass);
    if (known) return known;
    const labels = { kind, status: `${statusClass}xx` };
    const series = { labels, count: 0, sum: 0, inBucket: buckets.map(() => 0) };
    this.#series.set(kind, ofKind.set(statusClass, series));
    return series;
  }

  #all(): readonly Series[] {
    return [...this.#series.values()].flatMap((ofKind) => [...ofKind.values()]);
  }
}

/** The values of a series as a Prometheus histogram has them: each bucket includes the smaller ones. */
function valuesOf({ labels, count, sum, inBucket }: Series) {
  let total = 0;
  const values = buckets.map((bound, index) => {
    total += inBucket[index] ?? 0;
    return { labels: { le: bound, ...labels }, value: total, metricName: 'site_request_seconds_bucket' };
  });
  return [
    ...values,
    { labels: { le: '+Inf', ...labels }, value: count, metricName: 'site_request_seconds_bucket' },
    { labels, value: sum, metricName: 'site_request_seconds_sum' },
    { labels, value: count, metricName: 'site_request_seconds_count' },
  ];
}
