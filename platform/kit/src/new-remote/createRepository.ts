import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { copyTemplate } from './copyTemplate.ts';
import { type Names, usageError } from './names.ts';

/** Options of a new repository. */
export interface RepositoryOptions {
  /** An empty folder, or one that doesn't exist yet. */
  readonly folder: string;
  /** A folder with the packages of the site, for when no registry has them. */
  readonly packages?: string | undefined;
}

/**
 * Creates the repository of a remote: its page, texts and tests, and the tools to check and build them.
 *
 * @returns its folder
 * @throws {OperatorError} SITE-USAGE when the folder has files, or `packages` lacks one
 */
export function createRepository(names: Names, { folder, packages }: RepositoryOptions): string {
  const target = resolve(folder);
  if (existsSync(target) && readdirSync(target).length > 0)
    throw usageError(`${target} has files. Name a folder that is empty or doesn’t exist yet.`);
  const tarballs = packages === undefined ? {} : tarballsIn(resolve(packages));
  copyTemplate('template', target, names);
  copyTemplate('repository', target, names);
  for (const file of Object.values(tarballs)) {
    mkdirSync(join(target, 'packages'), { recursive: true });
    copyFileSync(file, join(target, 'packages', basename(file)));
  }
  if (packages !== undefined) nameTarballs(join(target, 'package.json'), tarballs);
  return target;
}

/** Has npm install packages from files, which no registry need know. */
function nameTarballs(file: string, tarballs: Readonly<Record<string, string>>): void {
  const content = JSON.parse(readFileSync(file, 'utf8')) as { readonly devDependencies: object };
  const named = Object.entries(tarballs).map(
    ([name, tarball]) => [name, `file:packages/${basename(tarball)}`] as const,
  );
  const devDependencies = { ...content.devDependencies, ...Object.fromEntries(named) };
  writeFileSync(file, `${JSON.stringify({ ...content, devDependencies }, null, 2)}\n`);
}

/** The packages in a folder, as `npm pack` writes them. */
function tarballsIn(folder: string): Readonly<Record<string, string>> {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return Object.fromEntries(
    ['shared', 'kit'].map((name) => {
      const file = files.find((packed) => packed.startsWith(`site-${name}-`) && packed.endsWith('.tgz'));
      if (file === undefined)
        throw usageError(`${folder} has no site-${name}-….tgz. Make the packages with: npx site pack`);
      return [`@site/${name}`, join(folder, file)];
    }),
  );
}

/**
 * Installs the new repository's packages, formats it (a name changes quotes and line lengths), and makes its first commit,
 * if git can.
 */
export function beginRepository(folder: string): void {
  const run = (command: string, ...parameters: readonly string[]) =>
    execFileSync(command, parameters, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error');
  run('npm', 'run', '--silent', 'format');
  if (succeeds(folder, 'rev-parse') || !succeeds(folder, 'init', '--quiet') || !succeeds(folder, 'add', '.')) return;
  succeeds(folder, 'commit', '--quiet', '--message', 'A page of its own');
}

/** Runs git, and returns whether it succeeded. It may be missing, or not know who commits. */
function succeeds(folder: string, ...parameters: readonly string[]): boolean {
  try {
    execFileSync('git', parameters, { cwd: folder, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** What to do next, as the programs print it. */
export const nextSteps = (folder: string): string => `${folder} is ready. Look at its page in the running site:

  cd ${folder}
  npx site dev --site https://www.example.com

README.md explains the rest.`;
