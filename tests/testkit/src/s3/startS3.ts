import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import getPort from 'get-port';
import { stopWithStdin } from '../stopWithStdin.ts';
import { ceph, unpackCeph } from './unpackCeph.ts';

const run = promisify(execFile);

/** Object storage for tests: Ceph on one machine, with everything in memory. */
export interface TestS3 {
  /** The environment variables with which a program finds it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Creates a bucket; returns the location of a store in it. */
  readonly newBucket: () => Promise<string>;
  /** Ends its HTTP server: connections are refused. */
  readonly refuse: () => Promise<void>;
  /** Starts its HTTP server again, at the same address. */
  readonly heal: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const credentials = { accessKeyId: 'test-access-key', secretAccessKey: 'test-secret-key' };

/** Starts object storage; undefined on systems other than Debian, which in CI is an error. */
export async function startS3(): Promise<TestS3 | undefined> {
  if (!(await unpackCeph())) {
    if (process.env.CI) throw new Error('The tests need Ceph, and its Debian packages could not be unpacked.');
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), 'site-ceph-'));
  const port = await getPort({ host: '127.0.0.1' });
  const daemons: Daemon[] = [];
  const stop = async () => {
    await Promise.all(daemons.map((daemon) => daemon.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const config = await prepare(folder, port);
    daemons.push(startDaemon('ceph-mon', config, '--id', 'a'));
    // The first start of a disk creates it.
    const disk = ['--id', '0'];
    await run(ceph.program('ceph-osd'), ['-c', config, ...disk, '--mkfs', '--osd-uuid', randomUUID()], options);
    daemons.push(startDaemon('ceph-osd', config, ...disk));
    const { accessKeyId, secretAccessKey } = credentials;
    const user = [
      '--uid',
      'test',
      '--display-name',
      'test',
      '--access-key',
      accessKeyId,
      '--secret-key',
      secretAccessKey,
    ];
    await run(ceph.program('radosgw-admin'), ['-c', config, ...gateway, 'user', 'create', ...user], options);
    const endpoint = `http://127.0.0.1:${port}`;
    const startGateway = async () => {
      const daemon = startDaemon('radosgw', config, ...gateway);
      daemons.push(daemon);
      await untilAnswers(endpoint, daemon);
    };
    await startGateway();
    const newBucket = async () => {
      const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
      const Bucket = `releases-${randomUUID()}`;
      await client.send(new CreateBucketCommand({ Bucket }));
      client.destroy();
      return `s3://${Bucket}/site`;
    };
    // The first one makes Ceph create what all need, which takes seconds that are no test's.
    await newBucket();
    return {
      environment: {
        AWS_ENDPOINT_URL_S3: endpoint,
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
      },
      newBucket,
      refuse: async () => await daemons.pop()?.stop(),
      heal: startGateway,
      stop,
    };
  } catch (error) {
    const logs = await Promise.all(
      ['mon.a', 'osd.0', 'client.gateway'].map((name) => readFile(join(folder, `${name}.log`), 'utf8').catch(() => '')),
    );
    await stop();
    throw new Error(`Ceph did not start: ${error}\n${logs.map((log) => log.slice(-1_000)).join('\n')}`);
  }
}

const options = { env: ceph.environment, timeout: 60_000 };
const gateway = ['--name', 'client.gateway'];

interface Daemon {
  readonly process: ChildProcess;
  readonly stop: () => Promise<void>;
}

function startDaemon(name: string, config: string, ...parameters: readonly string[]): Daemon {
  const program = [ceph.program(name), '-c', config, ...parameters, '--foreground'];
  const child = spawn('sh', ['-c', stopWithStdin, 'sh', ...program], {
    env: { ...process.env, ...ceph.environment },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.stdin?.end();
    await ended;
  };
  return { process: child, stop };
}

async function untilAnswers(endpoint: string, { process }: Daemon): Promise<void> {
  for (let look = 0; look < 600; look += 1) {
    if (process.exitCode !== null) break;
    if (await fetch(endpoint).catch(() => undefined)) return;
    await delay(50);
  }
  throw new Error('its HTTP server gives no answer');
}

/** Writes the configuration, and the map of the one monitor; returns the file of the configuration. */
async function prepare(folder: string, port: number): Promise<string> {
  const cluster = randomUUID();
  const monitor = `v2:127.0.0.1:${await getPort({ host: '127.0.0.1' })}`;
  const config = join(folder, 'ceph.conf');
  const map = join(folder, 'monmap');
  await mkdir(join(folder, 'mon'));
  await mkdir(join(folder, 'osd'));
  await writeFile(config, configuration(folder, cluster, monitor, port));
  await run(ceph.program('monmaptool'), ['--create', '--fsid', cluster, '--addv', 'a', `[${monitor}]`, map], options);
  await run(ceph.program('ceph-mon'), ['-c', config, '--id', 'a', '--mkfs', '--monmap', map], options);
  return config;
}

/** One copy of everything, in memory, and no passwords inside. */
const configuration = (folder: string, cluster: string, monitor: string, port: number): string => `[global]
fsid = ${cluster}
mon host = ${monitor}
mon initial members = a
auth cluster required = none
auth service required = none
auth client required = none
ms bind msgr1 = false
public addr = 127.0.0.1
cluster addr = 127.0.0.1
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon data avail crit = 1
log file = ${folder}/$name.log
mon cluster log file = ${folder}/cluster.log
run dir = ${folder}
crash dir = ${folder}
admin socket =
pid file =
plugin dir = ${ceph.libraries}/ceph
erasure code dir = ${ceph.libraries}/ceph/erasure-code
osd class dir = ${ceph.libraries}/rados-classes
[mon.a]
mon data = ${folder}/mon
public addrv = ${monitor}
[osd.0]
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 1073741824
[client.gateway]
ms mon client mode = crc
rgw data = ${folder}
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw run sync thread = false
rgw override bucket index max shards = 1
`;
