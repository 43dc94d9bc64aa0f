import { metricsToken } from '@site/testkit/alerts.ts';
import { ask } from '@site/testkit/site/http.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { expect } from '../support/serverTest.ts';

export { metricsToken };

/** Reads a site's metrics like Prometheus. The site must be started with `metricsToken`. */
export async function readMetrics(site: Pick<RunningSite, 'origin'>): Promise<ReadonlyMap<string, number>> {
  const { status, body } = await ask(site, '/metrics', { headers: { authorization: `Bearer ${metricsToken}` } });
  if (status !== 200) throw new Error(`The metrics were answered with status ${status}: ${body}`);
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

/** Status and body of a site's readiness probe. */
export async function readiness(site: Pick<RunningSite, 'origin'>): Promise<readonly [status: number, body: unknown]> {
  const { status, headers, body } = await ask(site, '/readyz');
  expect(headers.get('cache-control')).toBe('no-store');
  return [status, JSON.parse(body)];
}

/** The wall depends on the machine. */
const facts = { version: expect.stringMatching(/^\d+\.\d+\.\d+$/), wall: expect.any(String) };

export const ready = [200, { ready: true, ...facts }];

/** The response of a site that isn't ready because a part is missing. */
export const without = (part: string, reason = /./) => [
  503,
  { ready: false, ...facts, wrong: { [part]: expect.stringMatching(reason) } },
];

/** The response of a site that works without a part. */
export const degraded = (part: string, reason = /./) => [
  200,
  { ready: true, ...facts, degraded: { [part]: expect.stringMatching(reason) } },
];
