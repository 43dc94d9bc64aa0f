import { addresses } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { expect, test } from '../support/serverTest.ts';

const secrets = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  subject: 'Confidential',
  message: 'Nobody may know.',
};

test('the log names the failed request, but not the visitor or what they wrote', async ({ startOwnSite }) => {
  const site = await startOwnSite({ environment: { LOG_LEVEL: 'info' } });
  const { name, email } = secrets;
  const headers = { 'x-forwarded-for': '198.51.100.7', 'user-agent': 'Visitor/1.0' };
  const query = `?name=${encodeURIComponent(name)}&email=${email}`;
  await ask(site, addresses.en.contact + query, { headers });
  await ask(site, `/en/${name}${query}`, { headers });
  await ask(site, addresses.en.contact, { method: 'POST', headers, body: new URLSearchParams(secrets) });
  const json = { ...headers, 'content-type': 'application/json' };
  const { headers: answered } = await ask(site, '/api/v1/contact', {
    method: 'POST',
    headers: json,
    body: JSON.stringify(secrets),
  });
  const id = answered.get('x-request-id') ?? '';
  expect(id).toMatch(/^[\da-f]{32}$/);
  await expect.poll(() => site.output()).toContain(id);
  const lines = site
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const ofRequests = lines.map((line) => JSON.parse(line) as { reqId?: string }).filter(({ reqId }) => reqId);
  expect(ofRequests.length).toBeGreaterThanOrEqual(4);
  const log = site.output();
  for (const secret of [...Object.values(secrets), 'Lovelace', 'ada%40', '198.51.100.7', 'Visitor/1.0'])
    expect(log, secret).not.toContain(secret);
});
