import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, shell, sourceFolder } from './bundles/project.ts';

/** Sources of every bundle beside the app's own folder. */
const common = [
  ...['shared', 'kit/src/build/bundles', 'kit/src/build', 'kit/src/build/loaders', 'releases/src/integrity.ts'],
  ...['rspack.config.ts', 'package-lock.json'],
];

/** Sources of the shell's pictures. */
const ofShell = ['kit/src/build/cards', 'kit/src/build/icons', 'kit/src/build/pictures'];

const isTest = /\.test\.tsx?$/;

/**
 * A short name for the state of all sources of an app: the same sources have the same fingerprint on every machine.
 *
 * @param origin where its files will be, when that isn't the site itself
 */
export function fingerprint(app: string, origin = ''): string {
  const hash = createHash('sha256').update(origin).update('\0');
  const outside = app === shell ? [...common, ...ofShell] : common;
  const inputs = [sourceFolder(app), ...outside.map((path) => join(root, path))];
  for (const file of inputs.flatMap(filesBelow).filter((path) => !isTest.test(path))) {
    hash.update(relative(root, file).replaceAll('\\', '/')).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex').slice(0, 12);
}

function filesBelow(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
