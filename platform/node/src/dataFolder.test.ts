import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { prepareDataFolder } from './dataFolder.ts';
import { startWarnings } from './startWarnings.ts';

let parent: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'data-'));
});

afterEach(() => rmSync(parent, { recursive: true }));

test('a server learns that another process has its data folder, and that it runs as root in production', async () => {
  const script = `const { startWarnings } = await import(${JSON.stringify(join(import.meta.dirname, 'startWarnings.ts'))});
    process.stdout.write(JSON.stringify(startWarnings(process.argv[1], 'site', {}, 1000)));
    process.stdin.resume();`;
  const start = async () => {
    const server = spawn(process.execPath, ['--input-type=module', '-e', script, parent], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [said] = await once(server.stdout, 'data');
    return { server, warnings: JSON.parse(String(said)) as string[] };
  };
  const first = await start();
  expect(first.warnings).toEqual([]);
  expect(startWarnings(parent, 'site', {}, 1000)).toEqual([expect.stringMatching(/^SITE-DATA-SHARED /)]);
  expect(startWarnings(parent, 'api', { NODE_ENV: 'production' }, 0)).toEqual([expect.stringMatching(/^SITE-ROOT /)]);
  // Nothing remains of a killed one.
  first.server.kill('SIGKILL');
  await once(first.server, 'exit');
  expect(startWarnings(parent, 'site', { NODE_ENV: 'production' }, 1000)).toEqual([]);
});

test('a new data folder is private; one that others may read causes a warning', () => {
  const folder = join(parent, 'data');
  expect(prepareDataFolder(folder)).toBeUndefined();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  chmodSync(folder, 0o750);
  expect(prepareDataFolder(folder)).toMatch(/^SITE-DATA-MODE .* \(mode 750\)/);
});
