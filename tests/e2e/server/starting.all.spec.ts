import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { goodMessage } from '@site/testkit/api/testApi.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import { withoutNotices } from '@site/testkit/site/program.ts';
import { startSiteProgram } from '@site/testkit/site/servers.ts';
import { startMailServer } from '@site/testkit/startMailServer.ts';
import { test as base, expect } from '../support/serverTest.ts';

const test = base.extend<{ readonly folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  folder: async ({}, use) => {
    const folder = await temporaryFolder('start');
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

/** Starts a site that fails to start. Returns its exit code and the printed lines. */
async function failToStart(environment: Record<string, string>, releases?: string) {
  const program = startSiteProgram({ environment, ...(releases && { releases }) });
  const code = await program.exited;
  return { code, lines: withoutNotices(program.output()).trim().split('\n') };
}

test('a port in use prints one clear line', async ({ site, folder }) => {
  const { port } = new URL(site.origin);
  const { code, lines } = await failToStart({ PORT: port, DATA_DIR: folder });
  expect(lines).toEqual([expect.stringMatching(new RegExp(`${port}.*set PORT`))]);
  expect(code).toBe(1);
});

test('a data folder without write access prints one clear line', async ({ folder }) => {
  // Not even root can create a folder inside a file.
  const file = join(folder, 'file');
  await writeFile(file, '');
  const { code, lines } = await failToStart({ DATA_DIR: join(file, 'data') });
  expect(lines).toEqual([expect.stringMatching(/data/i)]);
  expect(lines[0]).toContain(join(file, 'data'));
  expect(code).toBe(1);
});

for (const [variable, value, hint] of [
  ['PORT', 'eighty', /number/],
  ['PORT', '70000', /65535/],
  ['LOG_LEVEL', 'loud', /fatal, error, warn/],
  ['SITE_ORIGIN', 'www.example.com', /https?/],
  ['API_ORIGIN', 'ftp://example.com', /https?/],
  ['TRUST_PROXY', 'foo', /addresses of proxies/],
  ['HOST', 'no-such-host.invalid', /address of this machine/],
] as const) {
  test(`${variable}=${value} prints one clear line that names the problem`, async ({ folder }) => {
    const { code, lines } = await failToStart({ DATA_DIR: folder, [variable]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(variable);
    expect(lines[0]).toMatch(hint);
    expect(code).toBe(1);
  });
}

test('several wrong settings are reported together', async ({ folder }) => {
  const { lines } = await failToStart({ DATA_DIR: folder, PORT: 'eighty', LOG_LEVEL: 'loud' });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/PORT.*LOG_LEVEL/);
});

test('without releases, one line says how to build them', async ({ folder }) => {
  const empty = join(folder, 'empty');
  await mkdir(empty);
  const { code, lines } = await failToStart({ DATA_DIR: folder }, empty);
  expect(lines).toEqual([expect.stringContaining('npx site publish shell --promote')]);
  expect(code).toBe(1);
});

test('a running site prints one line, with its address', async ({ startOwnProcess }) => {
  const site = await startOwnProcess();
  expect(withoutNotices(site.output())).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+\n$/);
});

test('a site mails the messages that its visitors send', async ({ startOwnSite }) => {
  const smtp = await startMailServer();
  const site = await startOwnSite({ environment: { SMTP_URL: smtp.url, MAIL_TO: 'team@example.org' } });
  const body = new URLSearchParams(goodMessage);
  expect((await ask(site, addresses.fr.contact, { method: 'POST', body })).status).toBe(303);
  expect(await smtp.received(1)).toEqual([expect.objectContaining({ recipients: ['team@example.org'] })]);
  await site.stop();
  await smtp.stop();
});
