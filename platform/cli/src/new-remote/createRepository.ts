import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { copyTemplate } from './copyTemplate.ts';
import type { Names } from './names.ts';
import { addTarballs, emptyFolder, tarballsIn } from './tarballs.ts';

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
  const target = emptyFolder(folder);
  const tarballs = packages === undefined ? {} : tarballsIn(resolve(packages), ['shared', 'kit'], 'remote');
  copyTemplate('template', target, names);
  copyTemplate('repository', target, names);
  if (site !== undefined) nameSite(join(target, 'package.json'), site);
  addTarballs(target, tarballs);
  return target;
}

/** Names the site in the repository's package.json. */
function nameSite(file: string, address: string): void {
  const content = JSON.parse(readFileSync(file, 'utf8')) as { readonly site: object };
  writeFileSync(file, `${JSON.stringify({ ...content, site: { ...content.site, address } }, null, 2)}\n`);
}

/** The message of a repository's first commit. */
export const firstCommit = 'A page of its own';

/** What to do next, as the programs print it. */
export const nextSteps = (folder: string, site?: string): string => `${folder} is ready. Look at its page:

  cd ${folder}
  npm run dev${site === undefined ? '' : ` -- --site ${site}`}

README.md explains the rest.`;
