import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '@site/bundling/project.ts';
import getPort from 'get-port';
import { starts, unpackedFolder, unpackPackages } from './debianPackages.ts';

/** What to start. */
interface ProxyOptions extends Omit<NginxOptions, 'site'> {
  /** Origins of the servers. */
  readonly servers: readonly string[];
  /** The header in which a test sends the address that it pretends to have. */
  readonly addressHeader?: string;
  /** The port without TLS, and the folder in which certbot proves that the name is someone's; default: neither. */
  readonly plain?: { readonly port: number; readonly html: string };
}

/**
 * Starts nginx in front of site servers, configured by docs/deploy/nginx.conf and nginx-main.conf; without TLS if there
 * is no certificate.
 */
export const startNginx = ({ servers, addressHeader, ...options }: ProxyOptions): Promise<RunningNginx> =>
  runNginx({
    ...options,
    site: async (port) =>
      (addressHeader ? `set_real_ip_from 127.0.0.1;\nreal_ip_header ${addressHeader};\n` : '') +
      (await siteConfiguration(port, servers, options)),
  });

/** Starts nginx with an exported site, configured by docs/deploy/nginx-static.conf, without TLS. */
export const startStaticNginx = (program: string, folder: string, exported: string): Promise<RunningNginx> =>
  runNginx({
    program,
    folder,
    site: (port) =>
      documented('nginx-static.conf', [
        [/^server \{\n {4}listen 80;.*?^\}\n/ms, typesOfDebian],
        [/listen 443 ssl http2/, `listen 127.0.0.1:${port}`],
        [/^ *listen \[::\]:443.*\n/m, ''],
        [/^ *ssl_.*\n/gm, ''],
        [/\/srv\/www/g, exported],
        [/\/var\/log\/nginx\//, `${folder}/`],
      ]),
  });

/** The types of an exported site's files in Debian's mime.types. */
const typesOfDebian =
  'types { text/html html; text/css css; application/javascript js; image/svg+xml svg; image/png png; image/x-icon ico; font/woff2 woff2; text/xml xml; text/plain txt; }\n';

type Changes = readonly (readonly [RegExp, string])[];

/** The documented configuration with other addresses. */
async function siteConfiguration(
  port: number,
  servers: readonly string[],
  { folder, certificate, plain }: Pick<ProxyOptions, 'folder' | 'certificate' | 'plain'>,
): Promise<string> {
  const lines = servers.map((origin) => `$1${new URL(origin).host}$2`);
  const tls: Changes = certificate
    ? [
        [/listen 443 ssl/, `listen 127.0.0.1:${port} ssl`],
        [/(?<=ssl_certificate +)\S+(?=;)/, certificate.file],
        [/(?<=ssl_certificate_key +)\S+(?=;)/, certificate.key],
      ]
    : [
        [/listen 443 ssl http2/, `listen 127.0.0.1:${port}`],
        [/^ *ssl_.*\n/gm, ''],
      ];
  const without80: Changes = plain
    ? [
        [/listen 80;\n {4}listen \[::\]:80;/, `listen 127.0.0.1:${plain.port};`],
        [/\/var\/www\/html/, plain.html],
      ]
    : [[/^server \{\n {4}listen 80;.*?^\}\n/ms, '']];
  // All that exists on a new Debian.
  await mkdir(join(folder, 'var/cache'), { recursive: true });
  return await documented('nginx.conf', [
    [/^( *server )127\.0\.0\.1:3000( max_fails.*)$/gm, lines.join('\n')],
    ...without80,
    [/^ *listen \[::\]:443.*\n/m, ''],
    ...tls,
    [/\/var\/cache\//, `${join(folder, 'var/cache')}/`],
    [/\/srv\/site\//, `${root}/`],
    [/\/var\/log\/nginx\//g, `${folder}/`],
  ]);
}

/** A file of docs/deploy with changes, each of which must match. */
async function documented(name: string, changes: Changes): Promise<string> {
  let text = await readFile(join(root, 'docs/deploy', name), 'utf8');
  for (const [pattern, replacement] of changes) {
    const changed = text.replace(pattern, replacement);
    if (changed === text) throw new Error(`docs/deploy/${name} has nothing that matches ${pattern}.`);
    text = changed;
  }
  return text;
}

/** A running nginx. */
export interface RunningNginx {
  readonly origin: string;
  /** Its main process. */
  readonly pid: number;
  /** The folder of its files, such as its logs. */
  readonly folder: string;
  /** Its warnings and errors so far. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/** How to run nginx. */
interface NginxOptions {
  readonly program: string;
  /** Folder for the files that nginx writes. */
  readonly folder: string;
  /** The content of its `http` block for a port. */
  readonly site: (port: number) => string | Promise<string>;
  /** For TLS; default: without. */
  readonly certificate?: { readonly file: string; readonly key: string } | undefined;
  /** How many processes it has; default: one for each processor. */
  readonly workers?: number | undefined;
}

/** Runs nginx on a free port until it is stopped. */
export async function runNginx({ program, folder, site, certificate, workers }: NginxOptions): Promise<RunningNginx> {
  const port = await getPort({ host: '127.0.0.1' });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'site.conf'), await site(port));
  await writeFile(join(folder, 'nginx.conf'), await mainConfiguration(folder, workers));
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (data) => {
    log += String(data);
  });
  await untilListens(port, child, () => log);
  const stop = async () => {
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  };
  const origin = `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`;
  return { origin, pid: child.pid ?? 0, folder, log: () => log, stop };
}

/** docs/deploy/nginx-main.conf with other folders. */
async function mainConfiguration(folder: string, workers: number | undefined): Promise<string> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  return await documented('nginx-main.conf', [
    // As root, nginx would switch to a user who may not write to our folder.
    [/^user .*\n/m, process.getuid?.() === 0 ? 'user root;\n' : ''],
    ...(workers === undefined ? [] : [[/(?<=^worker_processes )auto/m, String(workers)] as const]),
    [/^pid .*$/m, `daemon off;\npid ${join(folder, 'nginx.pid')};`],
    // The documented log, and one on standard error that tests read.
    [/^error_log \/var\/log\/nginx\/(.*)$/m, `error_log ${folder}/$1\nerror_log stderr warn;`],
    [/^include .*\n/m, ''],
    [/^ *include .*mime.*\n/m, ''],
    [/access_log .*$/m, `access_log off;\n    ${temporary.join('\n    ')}`],
    [/include .*conf\.d.*$/m, `include ${join(folder, 'site.conf')};`],
    [/^ *include .*sites-enabled.*\n/m, ''],
  ]);
}

async function untilListens(port: number, child: ChildProcess, log: () => string): Promise<void> {
  for (let look = 0; look < 100; look += 1) {
    if (child.exitCode !== null) break;
    const socket = connect(port, '127.0.0.1');
    const connected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (connected) return;
    await delay(50);
  }
  throw new Error(`nginx did not start:\n${log()}`);
}

const unpackedNginx = join(unpackedFolder('nginx'), 'usr/sbin/nginx');

/** The path of nginx: installed on the machine, or else from Debian's package. Undefined when there is none. */
export async function findNginx(): Promise<string | undefined> {
  for (const file of ['nginx', '/usr/sbin/nginx', unpackedNginx]) if (await starts(file, '-v')) return file;
  // In older systems, nginx-light has the program.
  await unpackPackages('nginx', 'nginx nginx-light');
  return (await starts(unpackedNginx, '-v')) ? unpackedNginx : undefined;
}
