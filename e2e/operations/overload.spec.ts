import { limits } from '../../shell/server/limits.ts';
import { addresses } from '../support/addresses.ts';
import { startHeldApi } from '../support/faults/heldApi.ts';
import { ask } from '../support/http.ts';
import { expect, test } from '../support/serverTest.ts';
import { metricsToken, readMetrics } from './readMetrics.ts';

test('when too many pages wait to be rendered, others are refused at once, what is in memory is served, and it passes', async ({
  startOwnSite,
}) => {
  const api = await startHeldApi();
  const site = await startOwnSite({ environment: { API_ORIGIN: api.origin, METRICS_TOKEN: metricsToken } });
  await ask(site, addresses.en.home);

  const refused = Promise.withResolvers<void>();
  const crowd = Array.from({ length: limits.rendersWaiting + 20 }, async (_, index) => {
    const answer = await ask(site, `${addresses.en.blog}?visitor=${index}`);
    if (answer.status === 503) refused.resolve();
    return answer;
  });
  await refused.promise;
  // In memory, of another remote, and the probe: all at once, since those who wait have their time too.
  const others = [addresses.en.home, `${addresses.en.contact}?other`, '/healthz'].map((path) => ask(site, path));
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200]);
  api.release();

  const answers = await Promise.all(crowd);
  const refusals = answers.filter(({ status }) => status !== 200);
  expect(answers.length - refusals.length, 'those who came first have their page').toBeGreaterThanOrEqual(
    limits.rendersWaiting,
  );
  for (const { status, headers, body } of refusals) {
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '5', 'no-store']);
    expect(body).toContain('SITE-OVERLOAD');
  }
  expect((await readMetrics(site)).get('site_rejected_total{reason="rendering"}')).toBe(refusals.length);
  expect((await ask(site, `${addresses.en.blog}?after`)).status).toBe(200);
  api.stop();
});

test('when the server lags behind, requests are refused at once, what is in memory is served, and it recovers', async ({
  startOwnSite,
}) => {
  const preload = `--import ${import.meta.resolve('../support/faults/lag.ts')}`;
  const site = await startOwnSite({ environment: { NODE_OPTIONS: preload, METRICS_TOKEN: metricsToken } });
  const toggleLag = () => site.program.process.kill('SIGUSR2');
  const statusOf = async (path: string) => (await ask(site, path)).status;
  const rendered = `${addresses.en.pricing}?anew`;
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
