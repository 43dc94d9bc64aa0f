import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace';
import { tracingLimits } from './limits.ts';

/** The outcomes of spans. */
export const spanOutcomes = ['sent', 'failed', 'dropped'] as const;

/** The outcome of a span: the collector has taken it, it has not, or it was never sent, because too many waited. */
export type SpanOutcome = (typeof spanOutcomes)[number];

/** Called with an outcome, and how many spans had it. */
export type OnOutcome = (outcome: SpanOutcome, count: number, error?: Error) => void;

type Export = SpanExporter['export'];

/** OpenTelemetry's codes for how a request to the collector went. */
const codes = { success: 0, failed: 1 } as const;

/**
 * Sends spans in batches. A limited number waits, whatever the collector does: spans beyond that are dropped, and counted. A
 * request that the collector never finishes counts as failed after a while.
 */
export class BoundedSpans implements SpanProcessor {
  readonly #batches: BatchSpanProcessor;
  readonly #onOutcome: OnOutcome;
  readonly #disconnect: () => void;
  #waiting = 0;

  /** @param disconnect ends the connections to the collector, when it doesn't finish a request */
  constructor(exporter: SpanExporter, onOutcome: OnOutcome, disconnect: () => void) {
    this.#onOutcome = onOutcome;
    this.#disconnect = disconnect;
    this.#batches = new BatchSpanProcessor({
      exporter: {
        export: (spans, done) => this.#export(exporter, spans, done),
        forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
        shutdown: () => exporter.shutdown(),
      },
      maxQueueSize: tracingLimits.waiting,
      maxExportBatchSize: tracingLimits.batch,
      scheduledDelayMillis: tracingLimits.wait,
      exportTimeoutMillis: tracingLimits.deadline,
    });
  }

  onStart(): void {
    // Nothing is known yet.
  }

  onEnd(span: ReadableSpan): void {
    if (this.#waiting < tracingLimits.waiting) {
      this.#waiting += 1;
      this.#batches.onEnd(span);
    } else this.#onOutcome('dropped', 1);
  }

  async forceFlush(): Promise<void> {
    await this.#batches.forceFlush();
  }

  async shutdown(): Promise<void> {
    await this.#batches.shutdown();
  }

  #export(exporter: SpanExporter, spans: Parameters<Export>[0], done: Parameters<Export>[1]): void {
    let isOver = false;
    const end: Parameters<Export>[1] = (result) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      this.#waiting -= spans.length;
      this.#onOutcome(result.code === codes.success ? 'sent' : 'failed', spans.length, result.error);
      done(result);
    };
    const late = { code: codes.failed, error: new Error('It did not answer in time.') };
    const giveUp = () => {
      end(late);
      this.#disconnect();
    };
    const timer = setTimeout(giveUp, tracingLimits.deadline).unref();
    exporter.export(spans, end);
  }
}
