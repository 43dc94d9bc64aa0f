import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '@site/bundling/project.ts';
import { thisMachine } from './browser/machine.ts';
import { installPackages, starts, unpackedFolder, unpackPackages } from './debianPackages.ts';

const unpacked = unpackedFolder('varnish');
const libraries = join(unpacked, 'usr/lib', `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`);

/** `env` with the libraries of the unpacked packages. */
const program = [
  'env',
  `LD_LIBRARY_PATH=${libraries}:${join(libraries, 'varnish')}`,
  join(unpacked, 'usr/sbin/varnishd'),
] as const;

const packages = 'varnish varnish-modules libvarnishapi3 libjemalloc2 libedit2 libbsd0 libmd0 libpcre2-8-0';

/** Whether there is Varnish, unpacked from Debian's packages, and the C compiler that it needs. */
export async function hasVarnish(): Promise<boolean> {
  const [file, ...options] = program;
  const isThere = () => starts(file, ...options, '-V');
  if (!(await isThere())) await unpackPackages('varnish', packages);
  if (!(await starts('cc', '--version'))) await installPackages(thisMachine, 'gcc', 'libc6-dev');
  return (await isThere()) && (await starts('cc', '--version'));
}

/** A running Varnish. */
export interface RunningVarnish {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts Varnish in front of a site, configured by docs/deploy/varnish.vcl.
 *
 * @param port its own
 * @param site the origin of the site
 * @param folder for the files that it writes
 */
export async function startVarnish(port: number, site: string, folder: string): Promise<RunningVarnish> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'site.vcl');
  const documented = await readFile(join(root, 'docs/deploy/varnish.vcl'), 'utf8');
  const configured = documented.replace('.port = "3000"', `.port = "${new URL(site).port}"`);
  if (configured === documented) throw new Error('docs/deploy/varnish.vcl doesn’t name the port 3000.');
  await writeFile(file, configured);
  const [env, ...start] = program;
  const settings = ['http_gzip_support=off', `vmod_path=${join(libraries, 'varnish/vmods')}`];
  const options = ['-F', '-n', folder, '-a', `127.0.0.1:${port}`, '-f', file, '-s', 'malloc,64m'];
  const child = spawn(env, [...start, ...options, ...settings.flatMap((setting) => ['-p', setting])], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (log += text));
  const origin = `http://127.0.0.1:${port}`;
  for (let look = 0; child.exitCode === null && !(await isUp(origin)); look += 1) {
    if (look > 200) child.kill();
    await delay(50);
  }
  if (child.exitCode !== null) throw new Error(`Varnish did not start:\n${log}`);
  const stop = async () => {
    const ended = once(child, 'close');
    child.kill();
    await ended;
  };
  return { origin, stop };
}

const isUp = (origin: string): Promise<boolean> =>
  fetch(`${origin}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
