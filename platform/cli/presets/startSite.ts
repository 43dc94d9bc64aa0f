import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';

const program = join(import.meta.dirname, `../src/start${extname(import.meta.filename)}`);

/** A site that runs for tests. */
export interface StartedSite {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the site of the working directory as `npm start` does, on a free port, with a store and a database that nobody else has.
 *
 * @throws {Error} with what it has said, when it ends before it is ready
 */
export async function startSite(): Promise<StartedSite> {
  const folder = await mkdtemp(join(tmpdir(), 'site-test-'));
  const releases = join(folder, 'releases');
  await mkdir(releases);
  const started = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: '0', DATA_DIR: folder, RELEASES: releases },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  createInterface(started.stderr).on('line', (line) => said.push(line));
  const ended = once(started, 'exit');
  for await (const line of createInterface(started.stdout)) {
    said.push(line);
    const [, origin] = /^ready (\S+)$/.exec(line) ?? [];
    if (origin === undefined) continue;
    const stop = async () => {
      started.kill();
      await ended;
      await rm(folder, { recursive: true });
    };
    return { origin, stop };
  }
  throw new Error(`The site doesn’t start:\n${said.join('\n')}`);
}
