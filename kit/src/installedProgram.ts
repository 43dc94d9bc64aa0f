import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build/bundles/project.ts';

/**
 * The JavaScript file of a command that a package brings, to be run with `process.execPath`. The links in
 * `node_modules/.bin` are shell scripts on Windows, which Node can't run.
 *
 * @param name of the package
 * @param command one of its commands; default: the package's name without its scope
 */
export function installedProgram(name: string, command: string = name.replace(/^@[^/]+\//, '')): string {
  const folder = join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly bin?: string | Readonly<Record<string, string>>;
  };
  const file = typeof bin === 'string' ? bin : bin?.[command];
  if (file === undefined) throw new Error(`${name} brings no command "${command}".`);
  return join(folder, file);
}
