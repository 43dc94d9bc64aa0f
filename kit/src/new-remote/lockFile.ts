import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/bundles/folders.ts';

const file = join(root, 'package-lock.json');

interface LockFile {
  readonly packages: Readonly<Record<string, object>>;
}

/** Adds a remote to the lock file, as `npm install` would: without it `npm ci` refuses the project. */
export function addToLockFile(remote: string): void {
  const lock = JSON.parse(readFileSync(file, 'utf8')) as LockFile;
  const packages = {
    ...lock.packages,
    [`node_modules/@site/${remote}`]: { resolved: `remotes/${remote}`, link: true },
    [`remotes/${remote}`]: { name: `@site/${remote}`, version: '1.0.0' },
  };
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
}
