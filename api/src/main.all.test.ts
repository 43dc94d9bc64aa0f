import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { temporaryFolder } from '@site/testkit/api/testDatabase.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function start(settings: Record<string, string>) {
  const script = join(process.cwd(), 'api/src/main.ts');
  const env = { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data'), ...settings };
  return spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function failureOf(settings: Record<string, string>): Promise<string[]> {
  const child = start(settings);
  const [lines, [code]] = await Promise.all([Array.fromAsync(createInterface(child.stderr)), once(child, 'exit')]);
  expect(code).toBe(1);
  return lines;
}

test('prints its address, answers, and exits with 0 on SIGTERM', async () => {
  const child = start({});
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  expect(line).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+$/);
  const response = await fetch(`${line.replace('ready ', '')}/api/v1/blog/en`);
  expect(response.status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('names every setting that is wrong, in one line', async () => {
  const [line, ...others] = await failureOf({ PORT: '70000', LOG_LEVEL: 'loud', SITE_ORIGIN: 'example' });
  expect(others).toEqual([]);
  for (const name of ['PORT', 'LOG_LEVEL', 'SITE_ORIGIN']) expect(line).toContain(name);
});

test('names what is wrong with the database and the mail server', async () => {
  const [line] = await failureOf({ DATABASE_URL: 'mysql://db', SMTP_URL: 'mail.example.com', MAIL_CONFIRM: 'perhaps' });
  for (const name of ['DATABASE_URL', 'SMTP_URL', 'MAIL_CONFIRM']) expect(line).toContain(name);
  expect(await failureOf({ SMTP_URL: 'smtp://mail.example.com' })).toEqual([
    expect.stringContaining('MAIL_TO must be set'),
  ]);
});

test.each(['foo', 'true', '10.0.0.0/99', 'loopback,,10.0.0.1'])(
  'TRUST_PROXY=%s is refused, and named',
  async (TRUST_PROXY) => {
    const lines = await failureOf({ TRUST_PROXY });
    expect(lines).toEqual([expect.stringMatching(/^SITE-SETTINGS TRUST_PROXY must be addresses of proxies/)]);
  },
);

test('explains what to do about a folder that can’t be written', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const lines = await failureOf({ DATA_DIR: file });
  expect(lines).toEqual([expect.stringContaining('Set DATA_DIR to a folder')]);
});

test('explains what to do about a port in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const lines = await failureOf({ PORT: String(port) });
  other.close();
  expect(lines).toEqual([expect.stringContaining('set PORT to a free one')]);
});
