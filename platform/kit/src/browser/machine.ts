import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

/** The machine to search for a browser; tests use a fake one. */
export interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly isRoot: boolean;
  /** Whether a file is a program that starts. */
  readonly starts: (file: string) => Promise<boolean>;
  /** Files that match a glob pattern. */
  readonly files: (pattern: string) => Promise<readonly string[]>;
  /** Runs a program to its end and returns whether it succeeded. */
  readonly run: (command: string, ...parameters: string[]) => Promise<boolean>;
  /** Where Playwright's own browser is, or would be. */
  readonly playwrightBrowser: () => string;
}

/** Timeouts in milliseconds. */
const timeouts = { start: 30_000, install: 600_000 };

/** The machine that this program runs on. */
export const thisMachine: Machine = {
  environment: process.env,
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  starts: async (file) => {
    // On Windows, `chrome.exe --version` opens a window.
    if (process.platform === 'win32') return existsSync(file);
    try {
      await promisify(execFile)(file, ['--version'], { timeout: timeouts.start });
      return true;
    } catch {
      return false;
    }
  },
  files: (pattern) => Array.fromAsync(glob(pattern)),
  run: async (command, ...parameters) => {
    // Installers print a lot. On standard error, it doesn't mix with results.
    const program = spawn(command, parameters, {
      stdio: ['ignore', process.stderr, process.stderr],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: timeouts.install,
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
