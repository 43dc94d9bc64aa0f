import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { starts, unpackedFolder, unpackPackages } from '@site/tools/debianPackages.ts';
import getPort from 'get-port';
import { temporaryFolder } from '../site/folders.ts';
import { stopWithStdin } from '../stopWithStdin.ts';

const unpacked = unpackedFolder('redis');
const libraries = join(unpacked, 'usr/lib', `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`);

/** The package that the machine lacks, with its dependencies. */
const packages = "$(apt-get --simulate install --no-install-recommends redis-server | awk '/^Inst /{print $2}')";

/** Debian's program, installed or unpacked. */
const programs = [
  ['redis-server'],
  ['env', `LD_LIBRARY_PATH=${libraries}`, join(unpacked, 'usr/bin/redis-server')],
] as const;

const clientOf = (url: string) => createClient({ url, RESP: 2 });

/** A running Redis. */
export interface RunningRedis {
  readonly url: string;
  readonly client: ReturnType<typeof clientOf>;
  /** Ends it without warning. */
  readonly kill: () => Promise<void>;
  /** Starts it again at the same address, empty. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const password = 'a:password@of/the-tests';

/** Starts Redis with a password and without files; undefined on systems other than Debian, which in CI is an error. */
export async function startRedis(): Promise<RunningRedis | undefined> {
  const program = await findRedis();
  if (!program) {
    if (process.env.CI) throw new Error('The tests need Redis, and Debian’s package could not be unpacked.');
    return undefined;
  }
  const folder = await temporaryFolder('redis');
  const port = await getPort({ host: '127.0.0.1' });
  const url = `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--requirepass', password];
  const client = clientOf(url);
  client.on('error', () => {});
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn('sh', ['-c', stopWithStdin, 'sh', ...program, '--dir', folder, ...options], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    while (child.exitCode === null && !(await answers(url))) await delay(20);
    if (child.exitCode !== null) throw new Error(`Redis ended with code ${child.exitCode}.`);
  };
  const kill = async () => {
    const ended = once(child as ChildProcess, 'close');
    child?.stdin?.end();
    await ended;
  };
  await start();
  await client.connect();
  const stop = async () => {
    client.destroy();
    if (child?.exitCode === null) await kill();
    await rm(folder, { recursive: true, force: true });
  };
  return { url, client, kill, start, stop };
}

/** The first time, Redis is unpacked from Debian's packages. */
async function findRedis(): Promise<(typeof programs)[number] | undefined> {
  const isThere = ([file, ...parameters]: (typeof programs)[number]) => starts(file, ...parameters, '--version');
  const [installed, inCache] = programs;
  if (await isThere(installed)) return installed;
  if (!(await isThere(inCache))) await unpackPackages('redis', packages);
  return (await isThere(inCache)) ? inCache : undefined;
}

async function answers(url: string): Promise<boolean> {
  const client = createClient({ url, RESP: 2, socket: { reconnectStrategy: false } });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
    return true;
  } catch {
    return false;
  } finally {
    if (client.isOpen) client.destroy();
  }
}
