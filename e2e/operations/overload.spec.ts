import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from '../../shell/server/limits.ts';
import { addresses } from '../support/addresses.ts';
import { ask } from '../support/http.ts';
import { expect, test } from '../support/serverTest.ts';
import { metricsToken, readMetrics } from './readMetrics.ts';

test('when too many pages wait to be rendered, others are refused at once, what is in memory is served, and it passes', async ({
  startOwnSite,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const slowApi = createServer(async (_request, response) => {
    await released;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"news":[]}');
  });
  await once(slowApi.listen(0, '127.0.0.1'), 'listening');
  const { port } = slowApi.address() as AddressInfo;
  const site = await startOwnSite({
    environment: { API_ORIGIN: `http://127.0.0.1:${port}`, METRICS_TOKEN: metricsToken },
  });
  await ask(site, addresses.en.home);

  const refused = Promise.withResolvers<void>();
  const crowd = Array.from({ length: limits.rendersWaiting + 20 }, async (_, index) => {
    const answer = await ask(site, `${addresses.en.blog}?visitor=${index}`);
    if (answer.status === 503) refused.resolve();
    return answer;
  });
  await refused.promise;
  expect((await ask(site, addresses.en.home)).status, 'a page in memory').toBe(200);
  expect((await ask(site, `${addresses.en.contact}?other`)).status, 'a page of another remote').toBe(200);
  expect((await ask(site, '/healthz')).status).toBe(200);
  release();

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
  slowApi.close();
});
