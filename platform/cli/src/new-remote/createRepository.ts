import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { languages } from '@site/shared/i18n/languages.ts';
import { copyTemplate } from './copyTemplate.ts';
import { type Names, usageError } from './names.ts';

/** Options of a new repository. */
export interface RepositoryOptions {
  /** An empty folder, or one that doesn't exist yet. */
  readonly folder: string;
  /** A folder with the packages of the site, for when no registry has them. */
  readonly packages?: string | undefined;
  /** The address of the site that it belongs to. */
  readonly site?: string | undefined;
}

/**
 * Creates the repository of a remote: its page, texts and tests, and the tools to check and build them.
 *
 * @returns its folder
 * @throws {OperatorError} SITE-USAGE when the folder has files, or `packages` lacks one
 */
export function createRepository(names: Names, { folder, packages, site }: RepositoryOptions): string {
  const target = resolve(folder);
  if (existsSync(target) && readdirSync(target).length > 0)
    throw usageError(`${target} has files. Name a folder that is empty or doesn’t exist yet.`);
  const tarballs = packages === undefined ? {} : tarballsIn(resolve(packages));
  copyTemplate('template', target, names, languages);
  copyTemplate('repository', target, names, languages);
  for (const file of Object.values(tarballs)) {
    mkdirSync(join(target, 'packages'), { recursive: true });
    copyFileSync(file, join(target, 'packages', basename(file)));
  }
  describe(join(target, 'package.json'), tarballs, site);
  return target;
}

/** Names the site, and the files that npm installs packages from when no registry has them. */
function describe(file: string, tarballs: Readonly<Record<string, string>>, address: string | undefined): void {
  const content = JSON.parse(readFileSync(file, 'utf8')) as { readonly site: object; readonly devDependencies: object };
  const named = Object.entries(tarballs).map(
    ([name, tarball]) => [name, `file:packages/${basename(tarball)}`] as const,
  );
  const site = { ...content.site, ...(address !== undefined && { address }) };
  const devDependencies = { ...content.devDependencies, ...Object.fromEntries(named) };
  writeFileSync(file, `${JSON.stringify({ ...content, site, devDependencies }, null, 2)}\n`);
}

/** The newest packages in a folder, as `npm pack` writes them. */
function tarballsIn(folder: string): Readonly<Record<string, string>> {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  files.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return Object.fromEntries(
    ['shared', 'kit'].map((name) => {
      const file = files.find((packed) => packed.startsWith(`site-${name}-`) && packed.endsWith('.tgz'));
      if (file === undefined)
        throw usageError(
          `${folder} has no site-${name}-….tgz. The site’s owner makes the packages, in the site’s repository: npx site pack`,
        );
      return [`@site/${name}`, join(folder, file)];
    }),
  );
}

/**
 * Installs the new repository's packages, formats it (a name changes quotes and line lengths) if Biome can be fetched, and
 * makes its first commit, if git can.
 */
export function beginRepository(folder: string): void {
  const run = (command: string, ...parameters: readonly string[]) =>
    execFileSync(command, parameters, { cwd: folder, env: environment(), stdio: ['ignore', 'ignore', 'inherit'] });
  run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error');
  succeeds(folder, 'npm', 'run', '--silent', 'format');
  const git = (...parameters: readonly string[]) => succeeds(folder, 'git', ...parameters);
  if (git('rev-parse') || !git('init', '--quiet') || !git('add', '.')) return;
  git('commit', '--quiet', '--message', 'A page of its own');
}

/** Without the options of the `npm exec` that runs this program: those that the folder's scripts run would have them, too. */
function environment(): NodeJS.ProcessEnv {
  const { npm_config_package: _package, npm_config_call: _call, ...others } = process.env;
  return others;
}

/** Runs a program, and returns whether it succeeded. It may be missing, and git may not know who commits. */
function succeeds(folder: string, program: string, ...parameters: readonly string[]): boolean {
  try {
    execFileSync(program, parameters, { cwd: folder, env: environment(), stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** What to do next, as the programs print it. */
export const nextSteps = (folder: string, site?: string): string => `${folder} is ready. Look at its page:

  cd ${folder}
  npm run dev${site === undefined ? '' : ` -- --site ${site}`}

README.md explains the rest.`;
