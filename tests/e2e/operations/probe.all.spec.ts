import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import { goodMessage, tokenHeaders } from '@site/testkit/api/testApi.ts';
import { findBlackbox, startBlackbox } from '@site/testkit/blackbox.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import { startApi } from '@site/testkit/site/servers.ts';
import { startMailServer } from '@site/testkit/startMailServer.ts';
import { expect, runCli, test } from '../support/serverTest.ts';
import { metricsToken, readMetrics } from './askOperations.ts';

const path = '/api/v1/contact';

test('a monitor checks each minute that a message would arrive, and nobody gets one', async ({ startOwnSite }) => {
  // Downloading the exporter may take a while.
  test.setTimeout(900_000);
  const program = await findBlackbox();
  // biome-ignore lint/suspicious/noSkippedTests: outside CI, Prometheus is optional
  test.skip(!program && !process.env.CI, 'Needs Prometheus’ blackbox exporter.');
  const smtp = await startMailServer();
  const mail = { SMTP_URL: smtp.url, MAIL_TO: 'team@example.org', MAIL_CONFIRM: 'true' };
  const api = await startApi({ METRICS_TOKEN: metricsToken, SITE_ORIGIN: 'https://www.example.com', ...mail });
  const site = await startOwnSite({
    environment: { METRICS_TOKEN: metricsToken, API_ORIGIN: api.origin, SITE_ORIGIN: 'https://www.example.com' },
  });
  const folder = await temporaryFolder('blackbox');
  const file = join(folder, 'blackbox.yml');
  const documented = await readFile(join(root, 'docs/deploy/blackbox.yml'), 'utf8');
  await writeFile(file, documented.replaceAll('THE_TOKEN', metricsToken));
  const blackbox = await startBlackbox(program ?? '', file);
  try {
    const probe = () => blackbox.probe('site_message', site.origin + path);
    for (let minute = 0; minute < 3; minute += 1) expect(await probe()).toBe(true);
    expect(await runCli('messages', api, 'list')).not.toContain('monitor@example.com');
    const metrics = await readMetrics(api);
    expect(metrics.get('site_messages')).toBe(0);
    expect(metrics.get('site_api_calls_total{call="probe",outcome="answered"}')).toBe(3);
    expect(metrics.get('site_api_calls_total{call="contact",outcome="answered"}')).toBe(0);
    // The next real message is the only one that is mailed.
    const real = await ask(api, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...tokenHeaders },
      body: JSON.stringify(goodMessage),
    });
    expect(real.status).toBe(201);
    const mails = await smtp.received(2);
    for (const { text } of mails) expect(text).not.toContain('monitor');
    await api.stop();
    expect(await probe(), 'when the API has stopped').toBe(false);
  } finally {
    await blackbox.stop();
    await smtp.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test('a stranger’s test message is refused, and never stored', async ({ startOwnSite }) => {
  const post = async (environment: Record<string, string>, token: string) => {
    const site = await startOwnSite({ environment });
    const headers = { 'content-type': 'application/json', ...tokenHeaders, 'x-site-probe': token };
    const { status, body } = await ask(site, path, { method: 'POST', headers, body: JSON.stringify(goodMessage) });
    expect(await runCli('messages', site, 'list')).not.toContain(goodMessage.email);
    return [status, (JSON.parse(body) as { error?: { code: string } }).error?.code];
  };
  expect(await post({ METRICS_TOKEN: metricsToken }, 'a-guessed-token-of-nobody')).toEqual([403, 'probe_refused']);
  expect(await post({ METRICS_TOKEN: metricsToken }, '')).toEqual([403, 'probe_refused']);
  expect(await post({}, 'a-guessed-token-of-nobody'), 'a site without a token').toEqual([403, 'probe_refused']);
});
