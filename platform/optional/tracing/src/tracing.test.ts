import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { requestIds } from '@site/node/requestId.ts';
import type { Tracing } from '@site/node/spans.ts';
import { startCollector, type TestCollector } from '@site/testkit/startCollector.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { tracingLimits } from './limits.ts';
import { openTracing } from './openTracing.ts';
import type { TracingSettings } from './settings.ts';

let collector: TestCollector;
let server: FastifyInstance | undefined;
let tracing: Tracing | undefined;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(async () => {
  await server?.close();
  await collector.stop();
});

/** Starts a server behind a proxy (or none) that sends its traces to the collector. */
async function start(settings: TracingSettings = {}, TRUST_PROXY = '10.0.0.1') {
  const registry = new Registry();
  const problems: string[] = [];
  tracing = await openTracing(
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUST_PROXY, ...settings },
    'site',
    registry,
    (text) => void problems.push(text),
  );
  server = Fastify({ genReqId: requestIds(TRUST_PROXY) });
  tracing?.traceRequests(server);
  server.get('/pages/:name', async ({ span }) => ({ headers: span?.headers }));
  server.post('/pages/:name', async () => ({ ids: tracing?.current?.ids }));
  const origin = await server.listen();
  return { origin, problems, registry };
}

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';
const asked = { traceparent: `00-${trace}-${parent}-01` };
const notAsked = { traceparent: `00-${trace}-${parent}-00` };

test('a request is a span with its route, under the id of the request', async () => {
  const { origin } = await start();
  await fetch(`${origin}/pages/Lovelace?email=ada@example.com`);
  await tracing?.close();
  expect(collector.spans()).toMatchObject([
    { name: 'GET /pages/:name', parent: '', service: 'site', facts: { 'http.response.status_code': 200 } },
  ]);
  expect(collector.requests.map(({ path }) => path)).toEqual(['/v1/traces']);
  expect(collector.received()).not.toMatch(/Lovelace|example\.com/);
});

test('with a body, too, code finds the span of the request that it works for', async () => {
  const { origin } = await start();
  const response = await fetch(`${origin}/pages/form`, { method: 'POST', body: 'x'.repeat(100_000) });
  const { ids } = (await response.json()) as { readonly ids: { readonly span_id: string } };
  await tracing?.close();
  expect(collector.spans()).toMatchObject([{ name: 'POST /pages/:name', spanId: ids.span_id }]);
});

test('the headers of OTEL_EXPORTER_OTLP_HEADERS and the name of OTEL_SERVICE_NAME reach the collector', async () => {
  const { origin } = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/tenant/`,
    OTEL_EXPORTER_OTLP_HEADERS: { authorization: 'Bearer secret' },
    OTEL_SERVICE_NAME: 'company-website',
  });
  await fetch(`${origin}/pages/one`);
  await tracing?.close();
  expect(collector.requests).toMatchObject([
    { path: '/tenant/v1/traces', headers: { authorization: 'Bearer secret' } },
  ]);
  expect(collector.spans()).toMatchObject([{ service: 'company-website' }]);
});

test('a trusted proxy’s trace goes on, and a stranger’s does not', async () => {
  const { origin } = await start({}, 'loopback');
  await fetch(`${origin}/pages/one`, { headers: asked });
  await tracing?.close();
  expect(collector.spans()).toMatchObject([{ traceId: trace, parent }]);
  await server?.close();
  const other = await start();
  await fetch(`${other.origin}/pages/one`, { headers: asked });
  await tracing?.close();
  expect(collector.spans()).toHaveLength(2);
  expect(collector.spans(trace)).toHaveLength(1);
});

test('what passes a proxy unchecked can’t have everything recorded: it gets some traces a second', async () => {
  const { origin } = await start(
    { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: 0 },
    'loopback',
  );
  const began = performance.now();
  for (let count = 0; count < 5 * tracingLimits.asked; count += 1)
    await fetch(`${origin}/pages/one`, { headers: asked });
  const seconds = Math.ceil((performance.now() - began) / 1000) + 1;
  await tracing?.close();
  expect(collector.spans().length).toBeGreaterThan(0);
  expect(collector.spans().length).toBeLessThanOrEqual(seconds * tracingLimits.asked);
});

test('a proxy that doesn’t ask for a trace gets none, and the next server is told', async () => {
  const { origin } = await start({}, 'loopback');
  const response = await fetch(`${origin}/pages/one`, { headers: notAsked });
  const { headers } = (await response.json()) as { readonly headers: Record<string, string> };
  expect(headers.traceparent).toMatch(new RegExp(`^00-${trace}-[\\da-f]{16}-00$`));
  await tracing?.close();
  expect(collector.spans()).toEqual([]);
});

test.each([
  ['always_off', 0],
  ['always_on', 40],
])('%s records %i of 40 requests, whatever they ask', async (OTEL_TRACES_SAMPLER, expected) => {
  const { origin } = await start({ OTEL_TRACES_SAMPLER } as TracingSettings, 'loopback');
  for (let count = 0; count < 40; count += 1)
    await fetch(`${origin}/pages/one`, { headers: count % 2 ? asked : notAsked });
  await tracing?.close();
  expect(collector.spans()).toHaveLength(expected);
});

test('beyond a limit spans are dropped and counted while the collector doesn’t answer', async () => {
  collector.answer(() => {});
  const { registry } = await start();
  const [waiting, more] = [tracingLimits.waiting, 100];
  for (let count = 0; count < waiting + more; count += 1) tracing?.begin('work', {}, 'internal').end();
  const counted = await registry.getSingleMetric('site_spans_total')?.get();
  expect(counted?.values).toContainEqual(expect.objectContaining({ labels: { outcome: 'dropped' }, value: more }));
  const began = performance.now();
  await tracing?.close();
  expect(performance.now() - began).toBeLessThan(tracingLimits.close + 500);
});
