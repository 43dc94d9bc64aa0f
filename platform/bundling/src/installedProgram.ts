import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from './project.ts';

/**
 * The JavaScript file of a package's command, to run with `process.execPath`. The links in `node_modules/.bin` are shell
 * scripts on Windows, which Node can't run.
 *
 * @param name of the package
 * @param command one of its commands; default: the package's name without its scope
 */
export function installedProgram(name: string, command: string = name.replace(/^@[^/]+\//, '')): string {
  const description = descriptionOf(name, join(root, 'package.json')) ?? descriptionOf(name, import.meta.filename);
  if (description === undefined) throw new Error(`${name} is not installed.`);
  const { bin } = JSON.parse(readFileSync(description, 'utf8')) as {
    readonly bin?: string | Readonly<Record<string, string>>;
  };
  const file = typeof bin === 'string' ? bin : bin?.[command];
  if (file === undefined) throw new Error(`${name} brings no command "${command}".`);
  return join(dirname(description), file);
}

/**
 * The `package.json` of an installed package; undefined when there is none.
 *
 * @param from the file that imports it
 */
export function descriptionOf(name: string, from: string): string | undefined {
  try {
    return findPackageJSON(name, from);
  } catch {
    return undefined;
  }
}
