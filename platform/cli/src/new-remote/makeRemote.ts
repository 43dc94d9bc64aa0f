import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasPlatform, root, sourceFolder } from '@site/bundling/project.ts';
import { copyTemplate } from './copyTemplate.ts';
import type { Names } from './names.ts';
import { takePlatform } from './takePlatform.ts';

/** Creates a remote in this repository. Returns its folder. */
export function makeRemote(names: Names): string {
  const folder = sourceFolder(names.kebab);
  copyTemplate('template', folder, names);
  if (!hasPlatform) takePlatform(folder);
  return folder;
}

const lockFile = join(root, 'package-lock.json');

interface LockFile {
  readonly packages: Readonly<Record<string, object>>;
}

/** Adds a remote to the lock file, as `npm install` would: otherwise `npm ci` fails. */
export function addToLockFile(remote: string): void {
  const lock = JSON.parse(readFileSync(lockFile, 'utf8')) as LockFile;
  const folder = `remotes/${remote}`;
  const { name, version, dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  ) as Readonly<Record<string, unknown>>;
  const packages = {
    ...lock.packages,
    [`node_modules/@site/${remote}`]: { resolved: folder, link: true },
    [folder]: { name, version, dependencies, devDependencies },
  };
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(lockFile, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
}
