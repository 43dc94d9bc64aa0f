import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob } from 'node:fs/promises';
import { type BrowserMachine, browserMachine } from '@site/server/preflight/browser/presentBrowser.ts';

/** A machine that browsers may be installed on; tests use a fake one. */
export interface Machine extends BrowserMachine {
  readonly isRoot: boolean;
  /** Files that match a glob pattern. */
  readonly files: (pattern: string) => Promise<readonly string[]>;
  /** Runs a program to its end and returns whether it succeeded. */
  readonly run: (command: string, ...parameters: string[]) => Promise<boolean>;
}

/** How long an installation may take, in milliseconds. */
const installTimeout = 600_000;

/** The machine that this program runs on. */
export const thisMachine: Machine = {
  ...browserMachine,
  isRoot: process.getuid?.() === 0,
  files: (pattern) => Array.fromAsync(glob(pattern)),
  run: async (command, ...parameters) => {
    // Installers print a lot. On standard error, it doesn't mix with results.
    const program = spawn(command, parameters, {
      stdio: ['ignore', process.stderr, process.stderr],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: installTimeout,
    });
    try {
      const [code] = await once(program, 'close');
      return code === 0;
    } catch {
      return false;
    }
  },
};
