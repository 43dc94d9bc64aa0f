import { ask } from '@site/testkit/site/http.ts';
import type { SiteServer } from '@site/testkit/site/servers.ts';
import { expect } from '../support/serverTest.ts';

/** What a site says of its being ready: status and body. */
export async function readiness(site: SiteServer): Promise<readonly [status: number, body: unknown]> {
  const { status, headers, body } = await ask(site, '/readyz');
  expect(headers.get('cache-control')).toBe('no-store');
  return [status, JSON.parse(body)];
}

export const ready = [200, { ready: true }];

/** That a part is missing, for a reason. */
export const without = (part: string, reason = /./) => [
  503,
  { ready: false, wrong: { [part]: expect.stringMatching(reason) } },
];
