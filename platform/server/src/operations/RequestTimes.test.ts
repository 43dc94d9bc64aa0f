import { expect, test } from '@rstest/core';
import { Histogram, Registry } from 'prom-client';
import { RequestTimes } from './RequestTimes.ts';

/** The lines of a registry about some metric. */
const linesOf = async (registry: Registry, name: string) =>
  (await registry.metrics()).split('\n').filter((line) => line.includes(name));

test('Prometheus reads the same times as from a histogram of prom-client', async () => {
  const [own, theirs] = [new Registry(), new Registry()];
  const times = new RequestTimes(own);
  const histogram = new Histogram({
    name: 'site_request_seconds',
    help: 'Time from a request to its response, by kind and class of status',
    labelNames: ['kind', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [theirs],
  });
  for (const [kind, status, milliseconds] of [
    ['page', 200, 0.3],
    ['page', 304, 5],
    ['page', 200, 25],
    ['api', 503, 60_000],
    ['page', 200, 10_000],
  ] as const) {
    times.add(kind, status, milliseconds);
    histogram.observe({ kind, status: `${Math.floor(status / 100)}xx` }, milliseconds / 1000);
  }
  expect(await linesOf(own, 'site_request_seconds')).toEqual(await linesOf(theirs, 'site_request_seconds'));
});

test('responses are counted by kind and class of status, however often the metrics are read', async () => {
  const registry = new Registry();
  const times = new RequestTimes(registry);
  times.show('api', 500);
  times.add('page', 404, 1);
  await registry.metrics();
  times.add('page', 410, 1);
  expect((await linesOf(registry, 'site_requests_total{')).sort()).toEqual([
    'site_requests_total{kind="api",status="5xx"} 0',
    'site_requests_total{kind="page",status="4xx"} 2',
  ]);
});
