import type { Request } from '@playwright/test';
import { serverLimits } from '@site/server/limits.ts';
import { type Beacon, beaconPath } from '@site/shared/contract/beacon.ts';
import { limits } from '@site/shared/contract/limits.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { expect, test as siteTest } from '../support/test.ts';
import { visit } from '../support/visitor.ts';
import { metricsToken, readMetrics } from './askOperations.ts';

/** Runs in a hydrated page: waits as long as the site does, before it measures the visit. */
const untilMeasured = (delay: number) => new Promise((resolve) => setTimeout(resolve, delay));

const failure = (release: string) => ({ failure: { remote: 'blog', release } });

const send = (site: Pick<RunningSite, 'origin'>, body: string, headers: Record<string, string> = {}) =>
  ask(site, beaconPath, { method: 'POST', headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers }, body });

siteTest(
  'reports of browsers are counted; invalid, too large or cross-site ones are refused',
  async ({ startOwnSite }) => {
    const site = await startOwnSite({ environment: { METRICS_TOKEN: metricsToken } });
    const { blog } = JSON.parse((await ask(site, '/live.json')).body) as { blog: string };
    const good = JSON.stringify({ vitals: { lcp: 1200, inp: 90, cls: 0.02 } });
    for (const body of [good, ...[blog, 'made-up'].map((release) => JSON.stringify(failure(release)))])
      expect((await send(site, body)).status, body).toBe(204);
    expect((await send(site, JSON.stringify({ failure: { remote: 'made-up', release: '1' } }))).status).toBe(204);
    for (const [body, headers, status] of [
      ['', {}, 400],
      ['{', {}, 400],
      ['[]', {}, 400],
      ['{"vitals":{"lcp":-1}}', {}, 400],
      ['{"vitals":{"lcp":1e99}}', {}, 400],
      ['{"vitals":{"lcp":"1"}}', {}, 400],
      ['{"visitor":"me"}', {}, 400],
      ['{"vitals":{"lcp":1},"page":{"remote":"blog","release":"1","visitor":"me"}}', {}, 400],
      [' '.repeat(600), {}, 413],
      [good, { 'content-type': 'application/json' }, 415],
      [good, { 'sec-fetch-site': 'cross-site' }, 403],
    ] as const)
      expect((await send(site, body, headers)).status, body).toBe(status);
    const metrics = await readMetrics(site);
    expect(metrics.get('site_web_vital_lcp_seconds_bucket{le="1"}')).toBe(0);
    expect(metrics.get('site_web_vital_lcp_seconds_bucket{le="1.5"}')).toBe(1);
    expect(metrics.get('site_web_vital_cls_count')).toBe(1);
    const failures = [...metrics].filter(([name]) => name.startsWith('site_remote_failures_total'));
    expect(Object.fromEntries(failures)).toEqual({
      [`site_remote_failures_total{remote="blog",release="${blog}",side="browser"}`]: 1,
      'site_remote_failures_total{remote="blog",release="other",side="browser"}': 1,
    });
  },
);

siteTest(
  'a flood of reports is refused before it is read, and later reports are accepted again',
  async ({ startOwnSite }) => {
    const site = await startOwnSite();
    const good = JSON.stringify({ vitals: { lcp: 1200 } });
    const flood = () => Promise.all(Array.from({ length: 2 * serverLimits.beacon.perSecond }, () => send(site, good)));
    await expect
      .poll(async () => (await flood()).find(({ status }) => status === 429)?.headers.get('retry-after'))
      .toMatch(/^\d+$/);
    const another = await send(site, good, { 'x-forwarded-for': '203.0.113.1' });
    expect(another.status, 'of another network, meanwhile').toBe(204);
    await expect.poll(async () => (await send(site, good)).status).toBe(204);
  },
);

siteTest(
  'the operator sees the speed of a visit and a remote that did not load, without cookies',
  async ({ browser, startOwnSite }) => {
    const site = await startOwnSite({ environment: { METRICS_TOKEN: metricsToken } });
    const page = await browser.newPage({ baseURL: site.origin });
    await page.route(/\/assets\/blog\/.*\.js/, (route) => route.abort());
    // Visitors who have sent a message have this cookie.
    const cookie = { name: 'XSRF-TOKEN', value: 'of-this-visitor', url: site.origin };
    await page.context().addCookies([cookie]);
    const reports: Request[] = [];
    page.on('request', (request) => {
      if (request.url() === site.origin + beaconPath) reports.push(request);
    });
    await visit(page, addresses.en.blog);
    await page.evaluate(untilMeasured, limits.vitalsDelay);
    await page.goto(addresses.en.legal);
    await expect.poll(async () => (await readMetrics(site)).get('site_web_vital_lcp_seconds_count')).toBe(1);
    const failed = [...(await readMetrics(site)).keys()].filter((name) =>
      name.startsWith('site_remote_failures_total'),
    );
    expect(failed).toEqual([expect.stringMatching(/remote="blog",release="[^"]+",side="browser"/)]);
    // Browsers don't report every request that they make when a page is left.
    expect(reports.length).toBeGreaterThanOrEqual(1);
    for (const request of reports) {
      const { vitals, page: begun } = JSON.parse(request.postData() ?? '') as Beacon;
      if (vitals) expect(begun).toEqual({ remote: 'blog', release: expect.any(String) });
      expect((await request.allHeaders()).cookie, 'no cookie goes along').toBeUndefined();
    }
    expect(await page.context().cookies(), 'and none comes back').toMatchObject([{ name: cookie.name }]);
    await page.close();
  },
);
