import { addresses } from '@site/testkit/site/addresses.ts';
import { addVariant, setLive } from '@site/testkit/site/faults/variant.ts';
import { ask } from '@site/testkit/site/http.ts';
import { expect, test } from '../releases/faultTest.ts';
import { metricsToken, readMetrics } from './askOperations.ts';

test('the operator sees requests, render times, cache hits and the failures of each release', async ({
  store,
  startOwnSite,
}) => {
  const broken = await addVariant(store, 'blog', { server: { atLoad: 'throw new Error("broken");' } });
  await setLive(store, 'blog', broken);
  const site = await startOwnSite({ releases: store, environment: { METRICS_TOKEN: metricsToken } });
  for (const path of [addresses.en.team, addresses.en.team, addresses.en.team, addresses.en.blog, '/assets/none.js'])
    await ask(site, path);
  await ask(site, '/api/v1/blog/en');
  const metrics = await readMetrics(site);
  expect(metrics.get('site_requests_total{kind="page",status="2xx"}')).toBe(3);
  expect(metrics.get('site_requests_total{kind="page",status="4xx"}')).toBe(1);
  expect(metrics.get('site_requests_total{kind="asset",status="4xx"}')).toBe(1);
  expect(metrics.get('site_requests_total{kind="api",status="2xx"}')).toBe(1);
  expect(metrics.get('site_page_cache_total{result="hit"}')).toBe(2);
  expect(metrics.get('site_page_cache_total{result="miss"}')).toBe(2);
  expect(metrics.get('site_render_seconds_count{remote="marketing",outcome="view"}')).toBe(1);
  expect(metrics.get(`site_remote_failures_total{remote="blog",release="${broken}",side="server"}`)).toBe(1);
  expect(metrics.get('site_messages')).toBe(0);
  expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(0);
});

test('no visitor sees the metrics, wherever the request claims to come from', async ({ site, startOwnSite }) => {
  expect((await ask(site, '/metrics')).status, 'without a token there are none').toBe(404);
  const own = await startOwnSite({ environment: { METRICS_TOKEN: metricsToken } });
  for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }, { authorization: 'Bearer guessed' }]) {
    const { status, body, headers: answered } = await ask(own, '/metrics', { headers });
    expect([status, answered.get('cache-control')]).toEqual([401, 'no-store']);
    expect(body).not.toContain('site_');
  }
});
