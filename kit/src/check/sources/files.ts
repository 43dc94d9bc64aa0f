import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../build/bundles/folders.ts';

/** Texts of files, by path from the project's root. */
export type Files = ReadonlyMap<string, string>;

/** Reads the files that match any of the patterns, what is installed or built left out. */
export function readFiles(...patterns: readonly string[]): Files {
  const paths = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] });
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** Whether a file is a test, or only there for tests: it may use more than what visitors get. */
export function isForTests(path: string): boolean {
  return /\.test\.tsx?$|\/testing\//.test(path);
}
