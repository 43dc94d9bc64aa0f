import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createClient } from '@redis/client';
import getPort from 'get-port';
import { starts, unpackedFolder, unpackPackages } from '../debianPackages.ts';
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

/** @param reconnectStrategy milliseconds until it tries again, where it comes back when Redis does */
const clientOf = (url: string, ca: Buffer | undefined, reconnectStrategy: number | false) =>
  createClient({ url, RESP: 2, socket: { reconnectStrategy, ...(ca && { tls: true, ca }) } });

/** A running Redis. */
export interface RunningRedis {
  readonly url: string;
  readonly client: ReturnType<typeof clientOf>;
  /** The file of the certificate that it shows; undefined without TLS. */
  readonly certificate: string | undefined;
  /** Ends it without warning. */
  readonly kill: () => Promise<void>;
  /** Starts it again at the same address, empty. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const password = 'a:password@of/the-tests';

/**
 * Starts Redis with a password and without files; undefined on systems other than Debian, which in CI is an error.
 *
 * @param tls whether its port takes TLS alone, with a certificate that signs itself
 */
export async function startRedis({ tls = false } = {}): Promise<RunningRedis | undefined> {
  const program = await findRedis();
  if (!program) {
    if (process.env.CI) throw new Error('The tests need Redis, and Debian’s package could not be unpacked.');
    return undefined;
  }
  const folder = await temporaryFolder('redis');
  const port = await getPort({ host: '127.0.0.1' });
  const url = `${tls ? 'rediss' : 'redis'}://:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  const certificate = tls ? await createCertificate(folder) : undefined;
  const ca = certificate === undefined ? undefined : await readFile(certificate);
  const ports = certificate
    ? ['--port', '0', '--tls-port', String(port), ...tlsOptions(folder, certificate)]
    : ['--port', String(port)];
  const options = [...ports, '--bind', '127.0.0.1', '--save', '', '--requirepass', password];
  const client = clientOf(url, ca, 20);
  client.on('error', () => {});
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn('sh', ['-c', stopWithStdin, 'sh', ...program, '--dir', folder, ...options], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    while (child.exitCode === null && !(await answers(url, ca))) await delay(20);
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
  return { url, client, certificate, kill, start, stop };
}

/** The first time, Redis is unpacked from Debian's packages. */
async function findRedis(): Promise<(typeof programs)[number] | undefined> {
  const isThere = ([file, ...parameters]: (typeof programs)[number]) => starts(file, ...parameters, '--version');
  const [installed, inCache] = programs;
  if (await isThere(installed)) return installed;
  if (!(await isThere(inCache))) await unpackPackages('redis', packages);
  return (await isThere(inCache)) ? inCache : undefined;
}

const keyIn = (folder: string) => join(folder, 'redis.key');

/** Writes a key, and a certificate that signs itself. Returns the certificate's file. */
async function createCertificate(folder: string): Promise<string> {
  const certificate = join(folder, 'redis.crt');
  const subject = ['-subj', '/CN=redis', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-out', certificate, '-keyout', keyIn(folder)];
  await promisify(execFile)('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files]);
  return certificate;
}

const tlsOptions = (folder: string, certificate: string): readonly string[] => [
  ...['--tls-cert-file', certificate],
  ...['--tls-key-file', keyIn(folder)],
  ...['--tls-ca-cert-file', certificate],
  ...['--tls-auth-clients', 'no'],
];

async function answers(url: string, ca: Buffer | undefined): Promise<boolean> {
  const client = clientOf(url, ca, false);
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
