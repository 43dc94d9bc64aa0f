import { addresses } from '@site/testkit/site/addresses.ts';
import { addVariant, setLive } from '@site/testkit/site/faults/variant.ts';
import { ask } from '@site/testkit/site/http.ts';
import { expect, test } from '../releases/faultTest.ts';
import { secondTier } from '../support/tiers.ts';
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
  expect(metrics.get('site_request_seconds_count{kind="page",status="2xx"}')).toBe(3);
  expect(metrics.get('site_page_cache_total{result="hit"}')).toBe(2);
  expect(metrics.get('site_page_cache_total{result="miss"}')).toBe(2);
  expect(metrics.get('site_render_seconds_count{remote="marketing",outcome="view"}')).toBe(1);
  // Its page, and its part of the 404 page that stands in.
  expect(metrics.get(`site_remote_failures_total{remote="blog",release="${broken}",side="server"}`)).toBe(2);
  expect(metrics.get('site_messages')).toBe(0);
  expect(metrics.get('site_store_up')).toBe(1);
  expect([...metrics.keys()].filter((name) => name.startsWith('site_release_info'))).toEqual(
    ['shell', 'marketing', 'blog', 'contact'].map((app) => expect.stringContaining(`app="${app}",version="`)),
  );
  expect([...metrics.keys()].find((name) => name.startsWith('site_build_info'))).toContain(process.version);
  expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(0);
});

test(
  'refused and missing pages count as pages for every client; files and previews don’t',
  secondTier,
  async ({ startOwnSite }) => {
    const site = await startOwnSite({ environment: { METRICS_TOKEN: metricsToken } });
    const plain = { headers: { accept: '*/*' } };
    await ask(site, '/en/nothing-here', plain);
    await ask(site, '/wp-login.php', plain);
    await ask(site, addresses.en.home, { ...plain, method: 'POST', body: new URLSearchParams({ a: 'b' }) });
    await ask(site, addresses.en.contact, { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } });
    await ask(site, '/modes.css');
    await ask(site, `${addresses.en.home}?boundaries`);
    const metrics = await readMetrics(site);
    expect(metrics.get('site_requests_total{kind="page",status="4xx"}')).toBe(4);
    expect(metrics.get('site_requests_total{kind="file",status="2xx"}')).toBe(1);
    expect(metrics.get('site_requests_total{kind="page",status="2xx"}')).toBe(1);
    expect(metrics.get('site_page_cache_total{result="bypass"}')).toBe(2);
  },
);

test('the metrics stay small, whatever addresses and methods clients make up', secondTier, async ({ startOwnSite }) => {
  const site = await startOwnSite({ environment: { METRICS_TOKEN: metricsToken } });
  const { body } = await ask(site, addresses.en.home);
  expect(body).toContain('<html');
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'PROPFIND'];
  for (let round = 0; round < 25; round += 1) {
    const odd = Math.random().toString(36).slice(2);
    const paths = [
      `/${odd}`,
      `/en/${odd}`,
      `/assets/${odd}`,
      `/api/v1/${odd}`,
      `/api/v1/blog/${odd}`,
      `/%${odd}`,
      `/en?preview=${odd}`,
    ];
    await Promise.all(
      paths.map((path, index) => ask(site, path, { method: methods[(round + index) % methods.length] ?? 'GET' })),
    );
  }
  const labels = /^site_(?!mail|outbox)[a-z_]+\{(.*)\}$/;
  const series = [...(await readMetrics(site)).keys()].flatMap((name) => labels.exec(name)?.[1] ?? []);
  const values = series.flatMap((text) => [...text.matchAll(/(kind|status|result|reason)="([^"]*)"/g)]);
  const known = ['page', 'file', 'asset', 'api', 'other', '2xx', '3xx', '4xx', '5xx'];
  const ofRequests = values.flatMap(([, label, value]) => (label === 'kind' || label === 'status' ? [value] : []));
  expect(known).toEqual(expect.arrayContaining([...new Set(ofRequests)]));
  expect(series.length).toBeLessThan(350);
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
