import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A program of its own that works on a store. */
export interface Actor {
  readonly process: ChildProcess;
  /** Settled when it begins with its work. */
  readonly started: Promise<unknown>;
  /** What it wrote, when it has ended. */
  readonly ended: Promise<string>;
}

/** Starts `act.ts`. */
export function startActor(...parameters: readonly string[]): Actor {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'act.ts'), ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data) => {
    output += String(data);
  });
  return { process: child, started: once(child.stdout, 'data'), ended: once(child, 'close').then(() => output) };
}
