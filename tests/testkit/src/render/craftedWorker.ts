import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Release } from '@site/releases/Release.ts';
import { type LostReason, type RenderHost, RenderWorker } from '@site/renderer/workers/RenderWorker.ts';
import { isolateFile } from '@site/shared/contract/release.ts';
import { specifiedRoutesIn } from '@site/shared/testing/routes.ts';
import { writeFiles } from '../releases/fixtures.ts';

/** A release whose manifest names some files, in a folder. */
export const craftedShell = (folder: string, files: Readonly<Record<string, unknown>> = {}): Release =>
  ({
    folder,
    manifest: { name: 'shell', version: 'version-1', publicPath: '/assets/shell/', server: 'renderer.cjs', files },
  }) as unknown as Release;

const routes = specifiedRoutesIn('en');
const job = { request: { url: '/en', language: 'en' }, origin: 'http://site.example', registry: {}, routes } as const;

/** A job for the home page, for a worker that doesn't render. */
export const homeTask = {
  job,
  shell: craftedShell('/nowhere'),
  page: 'home',
  remote: undefined,
  visitor: { address: '192.0.2.1' },
};

/** Code that tells the server that a worker has started. */
export const ready = "send({ type: 'ready' });";

/** Code that answers a job with a failure. */
export const answering = (message: string): string =>
  `send({ type: 'rendered', id, outcome: { kind: 'failed', message: ${message}, isLate: false } });`;

/** The environment of crafted code in a Node process, behind the walls without an isolate. */
const inProcess = (code: string): string => `
  const send = (message) => process.send(message);
  const print = (text) => process.stdout.write(text);
  const later = setTimeout;
  const receive = (handle) => process.on('message', handle);
  const write = (data) => {
    const { writeSync } = require('node:fs');
    for (let rest = Buffer.from(data); rest.length > 0; ) {
      try { rest = rest.subarray(writeSync(3, rest)); } catch (error) { if (error.code !== 'EAGAIN') return; }
    }
  };
  ${code}`;

/** The same in an isolate, which writes text. The host adds the line breaks. */
const inIsolate = (
  code: string,
): string => `module.exports.start = (writeLine, print, startTimer, stopTimer, randomBytes, compile) => {
  const { stringify, parse } = JSON;
  const timers = [];
  let handle = () => {};
  const write = (data) => writeLine(data.replace(/\\n$/, ''));
  const send = (message) => writeLine(stringify(message));
  const later = (callback, delay) => startTimer(timers.push(callback) - 1, delay);
  const receive = (handler) => { handle = handler; };
  ${code}
  return { receive: (text) => handle(parse(text)), runTimer: (id) => timers[id]() };
};`;

export interface CraftedWorker {
  /** The release whose bundle is the code. */
  readonly shell: Release;
  readonly worker: RenderWorker;
  /** What its host had to log. */
  readonly output: string[];
  readonly lost: LostReason[];
  readonly stop: () => Promise<void>;
}

/**
 * A worker whose process runs some code in place of the shell's bundle: behind Node's permission model alone, or the wall
 * that the host names.
 *
 * @param code CommonJS. It has `send(message)`, `write(data)` for other output, `receive(handle)`, `print(text)` and
 *   `later(callback, delay)`
 * @param host differences from a host that logs and has no API
 * @param files further files of the release, by path
 */
export async function craftedWorker(
  code: string,
  host: Partial<RenderHost> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<CraftedWorker> {
  const folder = await mkdtemp(join(tmpdir(), 'site-worker-'));
  await writeFiles(folder, { ...files, 'renderer.cjs': inProcess(code), [isolateFile]: inIsolate(code) });
  const output: string[] = [];
  const lost: LostReason[] = [];
  const shell = craftedShell(folder, files);
  const worker = new RenderWorker(
    {
      wall: 'process',
      callApi: () => Promise.reject(new Error('unused')),
      onOutput: (text) => output.push(text),
      onLost: (_release, reason) => lost.push(reason),
      ...host,
    },
    shell,
    undefined,
  );
  const stop = async () => {
    worker.retire();
    await rm(folder, { recursive: true, force: true });
  };
  return { shell, worker, output, lost, stop };
}
