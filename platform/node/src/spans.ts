import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined where nothing is traced. */
    span?: Span;
  }
}

/** What a span says: names that the server knows, nothing that a browser invents, and nothing about the visitor. */
export type SpanFacts = Readonly<Record<string, string | number | undefined>>;

/** Whether a span stands for work of this program, or for a call of another one. */
export type SpanKind = 'internal' | 'client';

/** A part of a trace: a request, or some of the work for it. */
export interface Span {
  /** Its names in log lines. */
  readonly ids: { readonly trace_id: string; readonly span_id: string };
  /** Headers that let another server continue it. */
  readonly headers: Readonly<Record<string, string>>;
  /** Begins a part of it. */
  begin(name: string, facts?: SpanFacts, kind?: SpanKind): Span;
  /** Adds a part that has just ended. */
  add(name: string, milliseconds: number, facts: SpanFacts, kind: SpanKind): void;
  set(facts: SpanFacts): void;
  /** Ends it. The fact `error.type` says that it has failed. */
  end(facts?: SpanFacts): void;
}

/** Records traces. Where the settings name no collector there is none. */
export interface Tracing {
  /** The span of the request that the running code works for. */
  readonly current: Span | undefined;
  /** Begins a trace of its own. */
  begin(name: string, facts: SpanFacts, kind: SpanKind): Span;
  /**
   * Makes every request of a server a span. Call it before adding other hooks.
   *
   * @param factsOf what is known of a request when it has been answered
   */
  traceRequests(server: FastifyInstance, factsOf?: (request: FastifyRequest) => SpanFacts): void;
  /** Adds the span of a request that was answered without Fastify. */
  answered(request: IncomingMessage, id: string, milliseconds: number, factsOf: () => SpanFacts): void;
  /** Sends the spans that wait, in limited time. */
  close(): Promise<void>;
}
