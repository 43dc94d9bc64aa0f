import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob } from 'node:fs/promises';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';

/** What finding a browser asks of a machine. */
export interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly isRoot: boolean;
  /** Whether a file is a program that starts and tells its version. */
  readonly starts: (file: string) => Promise<boolean>;
  /** Files that a pattern matches. */
  readonly files: (pattern: string) => Promise<readonly string[]>;
  /** Runs a program to its end; whether it succeeded. */
  readonly run: (command: string, ...parameters: string[]) => Promise<boolean>;
  /** Where Playwright's own browser is, or would be. */
  readonly playwrightBrowser: () => string;
}

const startTime = 30_000;
const installTime = 600_000;

/** The machine that this program runs on. */
export const thisMachine: Machine = {
  environment: process.env,
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  starts: async (file) => {
    try {
      await promisify(execFile)(file, ['--version'], { timeout: startTime });
      return true;
    } catch {
      return false;
    }
  },
  files: (pattern) => Array.fromAsync(glob(pattern)),
  run: async (command, ...parameters) => {
    // Installers talk a lot: the error stream keeps it out of the results.
    const program = spawn(command, parameters, {
      stdio: ['ignore', process.stderr, process.stderr],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: installTime,
    });
    try {
      const [code] = await once(program, 'close');
      return code === 0;
    } catch {
      return false;
    }
  },
  playwrightBrowser: () => chromium.executablePath(),
};
