import { serverLimits } from '@site/server/limits.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { expect, test } from '../../support/serverTest.ts';

test('refused forms of two networks leave a process for a third one, and count', async ({ site }) => {
  const body = new URLSearchParams({ name: 'Ada', email: 'nobody', subject: '', message: 'x' });
  const post = async (address: string) => {
    const headers = { 'x-forwarded-for': address, accept: 'text/html' };
    return await ask(site, addresses.en.contact, { method: 'POST', body, headers });
  };
  const { fromNetwork } = serverLimits.refusedForms;
  const flood = (address: string) => Array.from({ length: 2 * fromNetwork }, () => post(address));
  const floods = ['198.19.14.1', '198.19.14.2'].map(flood);
  const first = await Promise.race(floods.flat());
  // Both networks have forms in work.
  expect(first.status).toBeGreaterThan(428);
  const other = await post('198.19.14.3');
  expect(other.status).toBe(422);
  expect(other.body).toContain('value="nobody"');
  for (const answers of floods) {
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    // On a busy machine, a network may get no process for any of its forms.
    for (const status of statuses) expect([422, 429, 503]).toContain(status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(fromNetwork);
  }
  const refused = await post('198.19.14.1');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.body).toMatch(/Your\s+message\s+was\s+not\s+sent/);
});
