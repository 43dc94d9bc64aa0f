import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { usageError } from './names.ts';

/** How the missing packages are made, by what needs them. */
const made = {
  remote: 'The site’s owner makes the packages, in the site’s repository: npx site pack',
  site: 'They are made in the platform’s repository: npx site pack --sites',
} as const;

/**
 * The newest packages in a folder, as `npm pack` writes them.
 *
 * @returns their files, by names such as `@site/shared`
 * @throws {OperatorError} SITE-USAGE when the folder lacks one
 */
export function tarballsIn(
  folder: string,
  names: readonly string[],
  kind: keyof typeof made,
): Readonly<Record<string, string>> {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  files.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return Object.fromEntries(
    names.map((name) => {
      const file = files.find((packed) => packed.startsWith(`site-${name}-`) && packed.endsWith('.tgz'));
      if (file === undefined) throw usageError(`${folder} has no site-${name}-….tgz. ${made[kind]}`);
      return [`@site/${name}`, join(folder, file)];
    }),
  );
}

/** Copies packages into a repository, and names their files in its package.json, where it names the packages. */
export function addTarballs(repository: string, tarballs: Readonly<Record<string, string>>): void {
  const description = join(repository, 'package.json');
  let content = readFileSync(description, 'utf8');
  if (Object.keys(tarballs).length === 0) return;
  mkdirSync(join(repository, 'packages'), { recursive: true });
  for (const [name, file] of Object.entries(tarballs)) {
    copyFileSync(file, join(repository, 'packages', basename(file)));
    content = content.replace(new RegExp(`("${name}": )"[^"]*"`), `$1"file:packages/${basename(file)}"`);
  }
  writeFileSync(description, content);
}

/**
 * The absolute path of a new repository's folder.
 *
 * @throws {OperatorError} SITE-USAGE when it has files
 */
export function emptyFolder(folder: string): string {
  const target = resolve(folder);
  if (existsSync(target) && readdirSync(target).length > 0)
    throw usageError(`${target} has files. Name a folder that is empty or doesn’t exist yet.`);
  return target;
}
