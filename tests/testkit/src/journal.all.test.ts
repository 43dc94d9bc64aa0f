import { execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { root } from '@site/bundling/project.ts';
import { starts } from './debianPackages.ts';
import { programEnvironment } from './site/program.ts';

const run = promisify(execFile);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-journal-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** As when systemd starts a unit: standard error is the journal. */
const asUnit = 'JOURNAL_STREAM=$(stat -Lc %d:%i /proc/self/fd/2)';

const node = JSON.stringify(process.execPath);
const module = (name: string) => JSON.stringify(join(root, 'platform/node/src', name));

/** A program that logs, is warned by Node, and ends with an error that nobody catches. */
const failing = `
  import Fastify from ${JSON.stringify(join(root, 'node_modules/fastify/fastify.js'))};
  import { logCrashes, printReady } from ${module('logLines.ts')};
  import { logging } from ${module('logging.ts')};
  logCrashes();
  printReady('http://127.0.0.1:1');
  const { log } = Fastify(logging('info', 'loopback'));
  log.info('well'); log.warn('be\\ncareful'); log.error(new Error('broken\\nin two'), 'SITE-FAILED It broke.');
  process.emitWarning('old');
  setTimeout(() => { throw new Error('uncaught\\nin two'); }, 50);`;

/** Runs a command line, and returns what it prints on both streams. */
async function printedBy(line: string, environment: Record<string, string> = {}): Promise<string> {
  const env = { ...programEnvironment, DATA_DIR: folder, FAILING: failing, ...environment };
  const program = run('sh', ['-c', `exec 2>&1; ${line}`], { cwd: root, env });
  return await program.then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

const runFailing = `exec ${node} --input-type=module -e "$FAILING"`;

test('in the journal each record is one line with its priority, even Node’s own messages', async () => {
  const lines = (await printedBy(`${asUnit} ${runFailing}`)).trim().split('\n');
  expect(lines.map((line) => line.replace(/\{.*"msg":"(.*?)"\}/, '$1'))).toEqual([
    '<6>ready http://127.0.0.1:1',
    '<6>well',
    '<4>be\\ncareful',
    '<3>SITE-FAILED It broke.',
    '<4>Node warns: old',
    '<2>SITE-CRASH An uncaught error ended the program.',
  ]);
  expect(lines.at(-1)).toContain('uncaught\\nin two');
});

test('a file gets the same lines without priorities, even if the journal’s variable is inherited', async () => {
  for (const variable of ['', 'JOURNAL_STREAM=1:2']) {
    const lines = (await printedBy(`${variable} ${runFailing}`)).trim().split('\n');
    expect(lines[0]).toBe('ready http://127.0.0.1:1');
    expect(lines).toHaveLength(6);
    for (const line of lines.slice(1)) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) });
  }
});

test('a server that can’t start says why in one line at priority “err”', async () => {
  for (const program of [
    'api/src/main.ts',
    'platform/server/src/main.ts',
    'platform/server/src/releaseService/main.ts',
  ]) {
    const printed = await printedBy(`${asUnit} exec ${node} -- ${program}`, { PORT: '99999' });
    expect(printed, program).toMatch(/^<3>SITE-SETTINGS PORT must be a number[^\n]*\n$/);
  }
});

test('a terminal shows sentences instead of JSON', async () => {
  if (!(await starts('script', '--version'))) return;
  await chmod(folder, 0o755);
  const child = spawn('script', ['-qec', `exec ${node} api/src/main.ts`, '/dev/null'], {
    cwd: root,
    env: { ...programEnvironment, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const data of child.stdout) {
    printed += String(data);
    if (printed.includes('ready ')) child.kill();
  }
  expect(printed).toMatch(
    /^SITE-DATA-MODE Other users of this machine may read .*\r?\nServer listening at .*\r?\nready http:/,
  );
});

/** Starts journald in its own namespaces, with the project's program as a unit; prints what \`journalctl -p err\` shows of it. */
const withJournald = `
mount -t tmpfs tmpfs /run && mount -t tmpfs tmpfs /var/log && mkdir -p /run/log/journal /run/systemd
[ -s /etc/machine-id ] || { echo 0123456789abcdef0123456789abcdef > /run/machine-id; mount --bind /run/machine-id /etc/machine-id; }
/lib/systemd/systemd-journald 2> /dev/null &
until [ -S /run/systemd/journal/stdout ]; do sleep 0.1; done
systemd-cat sh -c '${asUnit} ${runFailing}' || true
journalctl --sync
journalctl --no-pager -p err -o cat _TRANSPORT=stdout`;

test('journalctl -p err shows the errors of a server, and nothing else', async () => {
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const isPossible = await starts('unshare', ...namespaces, 'test', '-x', '/lib/systemd/systemd-journald');
  if (!isPossible || !(await starts('systemd-cat', '--version'))) return;
  const { stdout } = await run('unshare', [...namespaces, 'sh', '-ec', withJournald], {
    env: { ...process.env, FAILING: failing },
  });
  const shown = stdout.trim().split('\n');
  expect(shown.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'SITE-FAILED It broke.',
    'SITE-CRASH An uncaught error ended the program.',
  ]);
});
