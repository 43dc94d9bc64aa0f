import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A separate process that works on a store. */
export interface StoreProcess {
  readonly process: ChildProcess;
  /** Resolves when its work begins. */
  readonly started: Promise<unknown>;
  /** Resolves with its output when it has ended. */
  readonly ended: Promise<string>;
}

/** Starts `storeProcessMain.ts`. */
export function startStoreProcess(...parameters: readonly string[]): StoreProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'storeProcessMain.ts'), ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data) => {
    output += String(data);
  });
  return { process: child, started: once(child.stdout, 'data'), ended: once(child, 'close').then(() => output) };
}
