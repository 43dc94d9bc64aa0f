import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of the package in a folder; undefined when there is none. */
export function versionOf(folder: string): string | undefined {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: string }).version;
}
