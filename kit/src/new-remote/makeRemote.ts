import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root, sourceFolder } from '../build/bundles/project.ts';
import type { Names } from './names.ts';

const templateFolder = join(import.meta.dirname, 'template');

/** Copies the template, a remote with the name `new-remote`, under a new name. Returns the new folder. */
export function makeRemote(names: Names): string {
  const folder = sourceFolder(names.kebab);
  const entries = readdirSync(templateFolder, { withFileTypes: true, recursive: true });
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const source = join(entry.parentPath, entry.name);
    const target = join(folder, renamed(relative(templateFolder, source), names));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, renamed(readFileSync(source, 'utf8'), names));
  }
  return folder;
}

const renamed = (text: string, { kebab, pascal }: Names): string =>
  text.replaceAll('new-remote', kebab).replaceAll('NewRemote', pascal);

const lockFile = join(root, 'package-lock.json');

interface LockFile {
  readonly packages: Readonly<Record<string, object>>;
}

/** Adds a remote to the lock file, as `npm install` would: otherwise `npm ci` fails. */
export function addToLockFile(remote: string): void {
  const lock = JSON.parse(readFileSync(lockFile, 'utf8')) as LockFile;
  const packages = {
    ...lock.packages,
    [`node_modules/@site/${remote}`]: { resolved: `remotes/${remote}`, link: true },
    [`remotes/${remote}`]: { name: `@site/${remote}`, version: '1.0.0' },
  };
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(lockFile, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
}
