import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import getPort from 'get-port';
import { starts, unpackedFolder, unpackPackages } from './debianPackages.ts';

const unpackedExporter = join(unpackedFolder('blackbox'), 'usr/bin/prometheus-blackbox-exporter');

/** The path of Prometheus' blackbox exporter: installed on the machine, or else from Debian's package. Undefined when there is none. */
export async function findBlackbox(): Promise<string | undefined> {
  for (const file of ['prometheus-blackbox-exporter', unpackedExporter])
    if (await starts(file, '--version')) return file;
  await unpackPackages('blackbox', 'prometheus-blackbox-exporter');
  return (await starts(unpackedExporter, '--version')) ? unpackedExporter : undefined;
}

/** A running blackbox exporter. */
export interface RunningBlackbox {
  /** Probes an address with a module of the configuration, and returns whether that succeeded. */
  readonly probe: (module: string, target: string) => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

/** Runs the exporter with a configuration, until it is stopped. */
export async function startBlackbox(program: string, configuration: string): Promise<RunningBlackbox> {
  const port = await getPort({ host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${port}`;
  const options = [`--config.file=${configuration}`, `--web.listen-address=127.0.0.1:${port}`];
  const child = spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', (data) => {
    log += String(data);
  });
  await untilAnswers(origin, child, () => log);
  return {
    probe: async (module, target) => {
      const response = await fetch(`${origin}/probe?${new URLSearchParams({ module, target })}`);
      return /^probe_success 1$/m.test(await response.text());
    },
    stop: async () => {
      const ended = once(child, 'close');
      child.kill();
      await ended;
    },
  };
}

async function untilAnswers(origin: string, child: ChildProcess, log: () => string): Promise<void> {
  for (let look = 0; look < 100 && child.exitCode === null; look += 1) {
    if (await fetch(origin).catch(() => undefined)) return;
    await delay(50);
  }
  throw new Error(`The blackbox exporter did not start:\n${log()}`);
}
