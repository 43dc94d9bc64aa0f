import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as the collector received it. */
export interface ReceivedSpan {
  /** Name and process of the program. */
  readonly service: string;
  readonly instance: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** The span that it is a part of; empty for the first of a trace. */
  readonly parent: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly hasFailed: boolean;
  /** When it began and how long it took, in milliseconds. */
  readonly startedAt: number;
  readonly milliseconds: number;
}

/** A collector of traces on this machine (OTLP over HTTP, as JSON). */
export interface TestCollector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  /** The paths and headers of its requests. */
  readonly requests: readonly { readonly path: string | undefined; readonly headers: IncomingHttpHeaders }[];
  /** All it has received. */
  readonly received: () => string;
  /** The spans of a trace, or all. */
  readonly spans: (traceId?: string) => readonly ReceivedSpan[];
  /** Answers like this from now on. */
  readonly answer: (listener: RequestListener) => void;
  readonly stop: () => Promise<void>;
}

/** OTLP's form of values. */
interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly doubleValue?: number };
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly name: string;
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly startTimeUnixNano: string;
        readonly endTimeUnixNano: string;
        readonly attributes: readonly Attribute[];
        readonly status: { readonly code?: number };
      }[];
    }[];
  }[];
}

const factsOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue]),
  );

const millisecondsOf = (nanoseconds: string): number => Number(BigInt(nanoseconds) / 1000n) / 1000;

function spansIn(body: string): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body) as Exported;
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const program = factsOf(resource.attributes);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => {
        const startedAt = millisecondsOf(span.startTimeUnixNano);
        return {
          service: String(program['service.name']),
          instance: String(program['service.instance.id']),
          name: span.name,
          traceId: span.traceId,
          spanId: span.spanId,
          parent: span.parentSpanId ?? '',
          facts: factsOf(span.attributes),
          hasFailed: span.status.code === 2,
          startedAt,
          milliseconds: millisecondsOf(span.endTimeUnixNano) - startedAt,
        };
      }),
    );
  });
}

/** Starts a collector on a free port. */
export async function startCollector(): Promise<TestCollector> {
  const bodies: string[] = [];
  const requests: { path: string | undefined; headers: IncomingHttpHeaders }[] = [];
  let listener: RequestListener = (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  const server = createServer(async (request, response) => {
    requests.push({ path: request.url, headers: request.headers });
    bodies.push(await text(request));
    listener(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    received: () => bodies.join('\n'),
    spans: (traceId) => bodies.flatMap(spansIn).filter((span) => traceId === undefined || span.traceId === traceId),
    answer: (next) => {
      listener = next;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The spans of a trace as lines, each with what it is a part of: `site GET /en > site render`. */
export function pathsOf(spans: readonly ReceivedSpan[]): string[] {
  const pathOf = ({ service, name, parent }: ReceivedSpan): string => {
    const whole = spans.find(({ spanId }) => spanId === parent);
    return `${whole ? `${pathOf(whole)} > ` : ''}${service} ${name}`;
  };
  return spans.map(pathOf).sort();
}
