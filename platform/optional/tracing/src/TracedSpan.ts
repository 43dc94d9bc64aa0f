import {
  type Span as OtelSpan,
  SpanKind as OtelSpanKind,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { requestIdName, traceName } from '@site/node/requestId.ts';
import type { Span, SpanFacts, SpanKind } from '@site/node/spans.ts';

/** OpenTelemetry's numbers for kinds of spans. */
export const kinds = { internal: OtelSpanKind.INTERNAL, client: OtelSpanKind.CLIENT } as const satisfies Record<
  SpanKind,
  OtelSpanKind
>;

/** A span of OpenTelemetry. One that isn't sampled has no parts, and only passes its ids on. */
export class TracedSpan implements Span {
  readonly #tracer: Tracer;
  readonly #span: OtelSpan;
  #hasEnded = false;

  constructor(tracer: Tracer, span: OtelSpan) {
    this.#tracer = tracer;
    this.#span = span;
  }

  get isSampled(): boolean {
    return (this.#span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
  }

  get ids(): Span['ids'] {
    const { traceId, spanId } = this.#span.spanContext();
    return { trace_id: traceId, span_id: spanId };
  }

  get headers(): Span['headers'] {
    const { traceId, spanId } = this.#span.spanContext();
    return { [requestIdName]: traceId, [traceName]: `00-${traceId}-${spanId}-0${this.isSampled ? 1 : 0}` };
  }

  begin(name: string, facts: SpanFacts = {}, kind: SpanKind = 'internal'): Span {
    return this.isSampled ? this.#part(name, facts, kind) : this;
  }

  add(name: string, milliseconds: number, facts: SpanFacts, kind: SpanKind): void {
    if (!this.isSampled) return;
    const now = Date.now();
    this.#part(name, {}, kind, now - milliseconds).end(facts, now);
  }

  set(facts: SpanFacts): void {
    for (const [name, value] of Object.entries(facts)) if (value !== undefined) this.#span.setAttribute(name, value);
  }

  /** @param at when, in milliseconds since 1970, if its beginning was given like that */
  end(facts: SpanFacts = {}, at?: number): void {
    if (this.#hasEnded || !this.isSampled) return;
    this.#hasEnded = true;
    this.set(facts);
    if (facts['error.type'] !== undefined) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end(at);
  }

  /** Ends the span of a request. OpenTelemetry names it by its method and its route. */
  endRequest(method: string, facts: SpanFacts, at?: number): void {
    const { 'http.route': route, 'http.response.status_code': status } = facts;
    this.#span.updateName(route === undefined ? method : `${method} ${route}`);
    const failure = typeof status === 'number' && status >= 500 ? { 'error.type': String(status) } : {};
    this.end({ 'http.request.method': method, ...facts, ...failure }, at);
  }

  #part(name: string, facts: SpanFacts, kind: SpanKind, startTime?: number): TracedSpan {
    const options = { kind: kinds[kind], ...(startTime !== undefined && { startTime }) };
    const span = this.#tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, this.#span));
    const part = new TracedSpan(this.#tracer, span);
    part.set(facts);
    return part;
  }
}
