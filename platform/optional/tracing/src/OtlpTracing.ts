import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Context,
  SpanKind as OtelSpanKind,
  ROOT_CONTEXT,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { newRequestId, type TraceParent, traceParents } from '@site/node/requestId.ts';
import type { Span, SpanFacts, SpanKind, Tracing } from '@site/node/spans.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import packageJson from '../package.json' with { type: 'json' };
import { BoundedSpans, type OnOutcome } from './BoundedSpans.ts';
import { collectorAgent } from './collectorAgent.ts';
import { tracingLimits } from './limits.ts';
import { samplerOf } from './sampler.ts';
import type { TracingSettings } from './settings.ts';
import { kinds, TracedSpan } from './TracedSpan.ts';

type OtlpSettings = TracingSettings & {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string;
  readonly OTEL_SERVICE_NAME: string;
  readonly TRUST_PROXY: string;
};

/** Sends spans to a collector by OTLP over HTTP. The trace id of a request is its id. */
export class OtlpTracing implements Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #parentOf: (request: IncomingMessage) => TraceParent | undefined;
  readonly #current = new AsyncLocalStorage<Span | undefined>();
  /** The id of the next trace. */
  #nextId = '';

  constructor(settings: OtlpSettings, onOutcome: OnOutcome) {
    const agent = collectorAgent(settings.OTEL_EXPORTER_OTLP_ENDPOINT);
    const exporter = new OTLPTraceExporter({
      httpAgentOptions: () => agent,
      url: `${settings.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
      headers: settings.OTEL_EXPORTER_OTLP_HEADERS ?? {},
      timeoutMillis: tracingLimits.request,
      concurrencyLimit: tracingLimits.requests,
    });
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.name': settings.OTEL_SERVICE_NAME,
        'service.version': packageJson.version,
        'service.instance.id': `${hostname()}-${process.pid}`,
      }),
      sampler: samplerOf(settings.OTEL_TRACES_SAMPLER, settings.OTEL_TRACES_SAMPLER_ARG),
      idGenerator: { generateTraceId: () => this.#nextId, generateSpanId: () => newRequestId().slice(16) },
      spanProcessors: [new BoundedSpans(exporter, onOutcome, () => agent.destroy())],
    });
    this.#tracer = this.#provider.getTracer('site', packageJson.version);
    this.#parentOf = traceParents(settings.TRUST_PROXY);
  }

  get current(): Span | undefined {
    return this.#current.getStore();
  }

  begin(name: string, facts: SpanFacts, kind: SpanKind): Span {
    const span = this.#start(name, newRequestId(), kinds[kind]);
    span.set(facts);
    return span;
  }

  traceRequests(
    server: FastifyInstance,
    factsOf = ({ routeOptions }: FastifyRequest): SpanFacts => ({ 'http.route': routeOptions.url }),
  ): void {
    server.addHook('onRequest', (request, reply, done) => {
      const span = this.#startRequest(request.raw, request.id);
      request.span = span;
      const log = request.log.child(span.ids);
      request.log = log;
      reply.log = log;
      endWith(span, request, reply, factsOf);
      this.#current.run(span, done);
    });
    // The events of a request's body belong to its connection.
    server.addHook('preValidation', (request, _reply, done) => this.#current.run(request.span, done));
  }

  answered(request: IncomingMessage, id: string, milliseconds: number, factsOf: () => SpanFacts): void {
    const now = Date.now();
    const span = this.#startRequest(request, id, now - milliseconds);
    if (span.isSampled) span.endRequest(request.method ?? '', factsOf(), now);
  }

  async close(): Promise<void> {
    const sent = this.#provider.shutdown();
    const stop = new AbortController();
    const late = delay(tracingLimits.close, undefined, { signal: stop.signal });
    await Promise.race([sent, late]).catch(() => {});
    stop.abort();
    await late.catch(() => {});
  }

  #startRequest(request: IncomingMessage, id: string, startTime?: number): TracedSpan {
    const parent = this.#parentOf(request);
    return this.#start(request.method ?? '', id, OtelSpanKind.SERVER, parent && contextOf(parent), startTime);
  }

  #start(
    name: string,
    id: string,
    kind: OtelSpanKind,
    context: Context = ROOT_CONTEXT,
    startTime?: number,
  ): TracedSpan {
    this.#nextId = id;
    const options = { kind, ...(startTime !== undefined && { startTime }) };
    return new TracedSpan(this.#tracer, this.#tracer.startSpan(name, options, context));
  }
}

const contextOf = ({ traceId, spanId, isSampled, isOwn }: TraceParent): Context =>
  trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: !isOwn,
  });

/** Ends a request's span when it is answered, or when its visitor has left. */
function endWith(
  span: TracedSpan,
  request: FastifyRequest,
  { raw }: FastifyReply,
  factsOf: (request: FastifyRequest) => SpanFacts,
): void {
  if (!span.isSampled) return;
  const end = () => {
    const status = raw.headersSent ? { 'http.response.status_code': raw.statusCode } : {};
    span.endRequest(request.method, { ...factsOf(request), ...status });
  };
  raw.once('finish', end);
  raw.once('close', end);
}
