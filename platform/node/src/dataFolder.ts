import { mkdirSync, statSync } from 'node:fs';

const others = 0o077;

/**
 * Creates the data folder if it is missing, readable only by this user: it will hold visitors' messages and secrets.
 *
 * @returns a warning when the folder exists and is open to other users
 */
export function prepareDataFolder(folder: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // The code that needs the folder fails with a better error.
    return undefined;
  }
  return othersMayRead(folder);
}

/** A warning when other users may read the data folder. */
export function othersMayRead(folder: string): string | undefined {
  // Windows has no such permissions.
  const mode = process.platform === 'win32' ? 0 : statSync(folder).mode & 0o777;
  if ((mode & others) === 0) return undefined;
  return `SITE-DATA-MODE Other users of this machine may read ${folder}, which has visitors’ messages and secrets (mode ${mode.toString(8)}). Close it: chmod 700 ${folder}`;
}
