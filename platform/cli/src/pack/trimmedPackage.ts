import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, matchesGlob, relative } from 'node:path';
import { root } from '@site/bundling/project.ts';

/**
 * Writes a package as it is installed, but without some of its files, and without what npm would build or run when it is
 * installed.
 *
 * @param without patterns of files and folders
 * @param folder the new package's
 */
export async function writeTrimmedPackage(name: string, without: readonly string[], folder: string): Promise<void> {
  const source = join(root, 'node_modules', name);
  await cp(source, folder, {
    recursive: true,
    filter: (file) => !without.some((pattern) => matchesGlob(relative(source, file), pattern)),
  });
  const description = join(folder, 'package.json');
  const { scripts: _scripts, gypfile: _gypfile, ...content } = JSON.parse(await readFile(description, 'utf8'));
  await writeFile(description, `${JSON.stringify(content, null, 2)}\n`);
}
