import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from '@rstest/core';
import { root } from '@site/kit/build/bundles/project.ts';
import { starts } from '@site/kit/debianPackages.ts';

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

const server = `
  import { feedWatchdog } from ${JSON.stringify(join(root, 'http/src/watchdog.ts'))};
  feedWatchdog();
  process.stdin.on('data', () => { while (true); });`;

test('systemd hears from a server as long as it works, and nothing when it hangs', async () => {
  if (!((await starts('systemd-notify', '--version')) && (await starts('perl', '--version')))) return;
  const folder = await mkdtemp(join(tmpdir(), 'site-watchdog-'));
  const socket = join(folder, 'notify');
  const heard = spawn('perl', ['-e', listener, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(heard);
  const lines = createInterface(heard.stdout)[Symbol.asyncIterator]();
  /** Skips what comes before a line. */
  const hear = async (line: string) => {
    for (;;) if ((await lines.next()).value === line) return;
  };
  await hear('listening');
  const environment = { ...process.env, NOTIFY_SOCKET: socket, WATCHDOG_USEC: '400000' };
  const watched = spawn(process.execPath, ['--input-type=module', '-e', server], {
    env: environment,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  children.push(watched);
  for (let count = 0; count < 3; count += 1) await hear('WATCHDOG=1');
  watched.stdin.write('hang\n');
  await hear('silence');
  expect(watched.exitCode).toBeNull();
  await rm(folder, { recursive: true });
});
