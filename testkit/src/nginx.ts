import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '@site/kit/build/bundles/project.ts';
import { starts, unpackedFolder, unpackPackages } from '@site/kit/debianPackages.ts';
import getPort from 'get-port';

/** What to start. */
interface ProxyOptions extends Omit<NginxOptions, 'site'> {
  /** Origins of the two servers. */
  readonly servers: readonly [string, string];
}

/** Starts nginx in front of two site servers, configured by docs/deploy/nginx.conf, but without TLS. */
export const startNginx = ({ servers, ...options }: ProxyOptions): Promise<RunningNginx> =>
  runNginx({ ...options, site: (port) => siteConfiguration(port, servers, options.folder) });

/** The documented configuration with other addresses. */
async function siteConfiguration(port: number, servers: readonly [string, string], folder: string): Promise<string> {
  const [first, second] = servers.map((origin) => new URL(origin).host);
  const changes: readonly (readonly [RegExp, string])[] = [
    [/127\.0\.0\.1:3001\b/, first ?? ''],
    [/127\.0\.0\.1:3002\b/, second ?? ''],
    [/^server \{\n {4}listen 80;.*?^\}\n/ms, ''],
    [/^ *listen \[::\]:443.*\n/m, ''],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/^ *ssl_.*\n/gm, ''],
    [/\/var\/cache\//, `${join(folder, 'var/cache')}/`],
    [/\/srv\/site\//, `${root}/`],
  ];
  // All that a new Debian has.
  await mkdir(join(folder, 'var/cache'), { recursive: true });
  let text = await readFile(join(root, 'docs/deploy/nginx.conf'), 'utf8');
  for (const [pattern, replacement] of changes) {
    const changed = text.replace(pattern, replacement);
    if (changed === text) throw new Error(`docs/deploy/nginx.conf has nothing that matches ${pattern}.`);
    text = changed;
  }
  return text;
}

/** A running nginx. */
export interface RunningNginx {
  readonly origin: string;
  /** Its main process. */
  readonly pid: number;
  /** Its error log so far. */
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
}

/** Runs nginx on a free port until it is stopped. */
export async function runNginx({ program, folder, site }: NginxOptions): Promise<RunningNginx> {
  const port = await getPort({ host: '127.0.0.1' });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'site.conf'), await site(port));
  await writeFile(join(folder, 'nginx.conf'), mainConfiguration(folder));
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (data) => {
    log += String(data);
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswers(origin, child, () => log);
  const stop = async () => {
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  };
  return { origin, pid: child.pid ?? 0, log: () => log, stop };
}

/** Replaces the distribution's own nginx.conf. */
function mainConfiguration(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  // As root, nginx would switch to a user who may not write to our folder.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  return `${user}daemon off;
pid ${join(folder, 'nginx.pid')};
error_log stderr warn;
events {}
http {
  access_log off;
  ${temporary.join('\n  ')}
  include ${join(folder, 'site.conf')};
}
`;
}

async function untilAnswers(origin: string, child: ChildProcess, log: () => string): Promise<void> {
  for (let look = 0; look < 100; look += 1) {
    if (child.exitCode !== null) break;
    const answered = await fetch(origin, { method: 'HEAD' }).catch(() => undefined);
    if (answered) return;
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
