import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from '@rstest/core';
import { root } from '@site/bundling/project.ts';
import { starts } from './debianPackages.ts';

const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
});

/** Prints each message to the socket of systemd, and "silence" after a second without one. */
const listener = `
  use IO::Socket::UNIX; use IO::Select; $| = 1;
  my $socket = IO::Socket::UNIX->new(Type => SOCK_DGRAM, Local => $ARGV[0]); print "listening\\n";
  my $select = IO::Select->new($socket);
  while (1) { if ($select->can_read(1)) { $socket->recv(my $text, 4096); print "$text\\n"; } else { print "silence\\n"; } }`;

const program = `
  import { announceReady, feedWatchdog, stopOnSignals } from ${JSON.stringify(join(root, 'platform/node/src/serviceManager.ts'))};
  feedWatchdog();
  stopOnSignals(async () => process.exit());
  process.stdin.on('data', (line) => { if (String(line) === 'ready\\n') announceReady('http://127.0.0.1:1'); });
  process.stdin.on('data', (line) => { while (String(line) === 'hang\\n'); });`;

/** Starts systemd's side and a server. */
async function startServer() {
  const folder = await mkdtemp(join(tmpdir(), 'site-watchdog-'));
  const socket = join(folder, 'notify');
  const heard = spawn('perl', ['-e', listener, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(heard);
  const lines = createInterface(heard.stdout)[Symbol.asyncIterator]();
  /** Skips everything before a line. */
  const hear = async (line: string) => {
    for (;;) if ((await lines.next()).value === line) return;
  };
  await hear('listening');
  const server = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, NOTIFY_SOCKET: socket, WATCHDOG_USEC: '400000' },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  children.push(server);
  return { server, lines, hear, remove: () => rm(folder, { recursive: true }) };
}

const isPossible = async () => (await starts('systemd-notify', '--version')) && (await starts('perl', '--version'));

test('systemd hears from a server while it works, and not when it hangs', async () => {
  if (!(await isPossible())) return;
  const { server, hear, remove } = await startServer();
  for (let count = 0; count < 3; count += 1) await hear('WATCHDOG=1');
  server.stdin.write('hang\n');
  await hear('silence');
  expect(server.exitCode).toBeNull();
  await remove();
});

test('systemd hears when a server is ready, however long that takes, and when it stops', async () => {
  if (!(await isPossible())) return;
  const { server, lines, hear, remove } = await startServer();
  for (let count = 0; count < 3; count += 1) await hear('EXTEND_TIMEOUT_USEC=400000');
  server.stdin.write('ready\n');
  await hear('READY=1');
  for (let count = 0; count < 3; count += 1) await hear('WATCHDOG=1');
  server.kill('SIGTERM');
  const last: unknown[] = [];
  while (!last.includes('STOPPING=1')) last.push((await lines.next()).value);
  expect(
    last.filter((line) => String(line).startsWith('EXTEND')),
    'of one that is ready',
  ).toEqual([]);
  await remove();
});
