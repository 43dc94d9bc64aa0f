import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** nginx in a process of its own. */
export interface RunningNginx {
  readonly origin: string;
  /** Its main process. */
  readonly pid: number;
  /** Its error log so far. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/** What to run. */
export interface NginxOptions {
  readonly program: string;
  /** Folder for what nginx writes. */
  readonly folder: string;
  /** What stands in its `http` block, for a port of this machine. */
  readonly site: (port: number) => string | Promise<string>;
}

/** Runs nginx on a free port until it is stopped. */
export async function runNginx({ program, folder, site }: NginxOptions): Promise<RunningNginx> {
  const port = await freePort();
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

/** What the distribution's own nginx.conf does otherwise. */
function mainConfiguration(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  // As root, nginx would work as another user, who may not write to our folder.
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

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilAnswers(origin: string, child: ChildProcess, log: () => string): Promise<void> {
  for (let look = 0; look < 100; look += 1) {
    if (child.exitCode !== null) break;
    const answered = await fetch(origin, { method: 'HEAD' }).catch(() => undefined);
    if (answered) return;
    await wait(50);
  }
  throw new Error(`nginx did not start:\n${log()}`);
}
