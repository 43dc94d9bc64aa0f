import { rendererLimits } from '@site/renderer/limits.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { startHeldApi } from '@site/testkit/site/faults/fakeApis.ts';
import { ask } from '@site/testkit/site/http.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { expect, test } from '../support/serverTest.ts';
import { metricsToken, readMetrics } from './askOperations.ts';

/** Settings of a site that trusts its proxy for the visitor's address. */
const behindProxy = { TRUST_PROXY: 'loopback', METRICS_TOKEN: metricsToken };

const visitorOf = (number: number): string => `203.0.113.${number + 1}`;

const askAs = (site: RunningSite, address: string, path: string) =>
  ask(site, path, { headers: { 'x-forwarded-for': address } });

test('when too many pages wait to be rendered, more are refused at once, cached pages are served, and the site recovers', async ({
  startOwnSite,
}) => {
  const api = await startHeldApi();
  const site = await startOwnSite({ environment: { ...behindProxy, API_ORIGIN: api.origin } });
  await ask(site, addresses.en.home);

  const refused = Promise.withResolvers<void>();
  const crowd = Array.from({ length: rendererLimits.rendersWaiting + 20 }, async (_, index) => {
    const answer = await askAs(site, visitorOf(index), `${addresses.en.blog}/article-${index}`);
    if (answer.status === 503) refused.resolve();
    return answer;
  });
  await refused.promise;
  // A cached page, another remote and the probe. In parallel, because the waiting pages have timeouts.
  const others = [addresses.en.home, addresses.en.contact, '/healthz'].map((path) => ask(site, path));
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200]);
  api.release();

  const answers = await Promise.all(crowd);
  const refusals = answers.filter(({ status }) => status !== 200);
  expect(answers.length - refusals.length, 'those who came first have their page').toBeGreaterThanOrEqual(
    rendererLimits.rendersWaiting,
  );
  for (const { status, headers, body } of refusals) {
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '5', 'no-store']);
    expect(body).toContain('SITE-OVERLOAD');
    expect(headers.get('x-request-id')).toMatch(/^[\da-f]{32}$/);
  }
  expect((await readMetrics(site)).get('site_rejected_total{reason="rendering"}')).toBe(refusals.length);
  expect((await ask(site, addresses.en.blog)).status).toBe(200);
  api.stop();
});

test('a client that requests many pages at once does not crowd out other visitors', async ({ startOwnSite }) => {
  const api = await startHeldApi();
  const site = await startOwnSite({ environment: { ...behindProxy, API_ORIGIN: api.origin } });
  const shared = Promise.withResolvers<void>();
  const greedy = Array.from({ length: 64 }, async (_, index) => {
    const answer = await askAs(site, visitorOf(0), `${addresses.en.blog}/greedy-${index}`);
    if (answer.status === 503) shared.resolve();
    return answer.status;
  });
  await shared.promise;
  const others = Array.from({ length: 10 }, (_, index) =>
    askAs(site, visitorOf(index + 1), `${addresses.en.blog}/article-${index}`),
  );
  // Each of them is now waiting for the API, or has been refused.
  await expect.poll(() => api.waiting()).toBeGreaterThanOrEqual(rendererLimits.rendersWaiting / 2 + others.length);
  api.release();
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 200));
  const served = (await Promise.all(greedy)).filter((status) => status === 200);
  expect(served.length, 'its fair share').toBe(rendererLimits.rendersWaiting / 2);
  expect((await readMetrics(site)).get('site_rejected_total{reason="fair-share"}')).toBe(64 - served.length);
  api.stop();
});

test('when the event loop lags, requests are refused at once, cached pages are served, and the server recovers', async ({
  startOwnProcess,
}) => {
  const preload = `--import ${import.meta.resolve('@site/testkit/site/faults/lag.ts')}`;
  const site = await startOwnProcess({ environment: { NODE_OPTIONS: preload, METRICS_TOKEN: metricsToken } });
  const toggleLag = () => site.program.process.kill('SIGUSR2');
  const statusOf = async (path: string) => (await ask(site, path)).status;
  const rendered = `${addresses.en.pricing}?boundaries`;
  expect(await statusOf(addresses.en.home)).toBe(200);

  toggleLag();
  await expect.poll(() => statusOf(rendered)).toBe(503);
  const [refused, inMemory, alive] = await Promise.all([
    ask(site, rendered),
    ask(site, addresses.en.home),
    ask(site, '/healthz'),
  ]);
  const { status, headers, body } = refused;
  expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '5', 'no-store']);
  expect(body).toContain('SITE-OVERLOAD');
  expect([inMemory.status, alive.status], 'a page in memory, and the probe').toEqual([200, 200]);

  toggleLag();
  await expect.poll(() => statusOf(rendered)).toBe(200);
  expect((await readMetrics(site)).get('site_rejected_total{reason="event-loop"}')).toBeGreaterThan(1);
});
