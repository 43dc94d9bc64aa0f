import { execFileSync } from 'node:child_process';
import { installedProgram } from '@site/bundling/installedProgram.ts';
import { pathFromRoot, root } from '@site/bundling/project.ts';
import { fallbackLanguage } from '@site/shared/i18n/languages.ts';
import { packAll, packagesFolder } from '../pack/packAll.ts';
import { assertNode } from './assertNode.ts';
import { beginRepository } from './beginRepository.ts';
import { createRepository, firstCommit, nextSteps } from './createRepository.ts';
import { freeName } from './freeName.ts';
import { addToLockFile, makeRemote } from './makeRemote.ts';
import type { Names } from './names.ts';

const biome = installedProgram('@biomejs/biome');

/** Options of `site new-remote`. */
interface NewRemoteOptions {
  readonly standalone?: string | undefined;
  readonly packages?: string | undefined;
  readonly site?: string | undefined;
}

/** `site new-remote NAME`: creates a remote here, or in its own repository. */
export async function newRemote(name: string, { standalone, ...options }: NewRemoteOptions): Promise<void> {
  const names = freeName(name);
  if (standalone === undefined) makeHere(names);
  else await makeRepository(names, standalone, options);
}

/** Packs the packages now, unless a folder has them, so that no registry is needed. */
async function makeRepository(
  names: Names,
  folder: string,
  { packages, site }: Omit<NewRemoteOptions, 'standalone'>,
): Promise<void> {
  assertNode(root);
  if (packages === undefined) await packAll();
  const target = createRepository(names, { folder, packages: packages ?? packagesFolder, site });
  beginRepository(target, firstCommit);
  console.log(nextSteps(target, site));
}

function makeHere(names: Names): void {
  const folder = makeRemote(names);
  addToLockFile(names.kebab);
  // The name changes quotes and line lengths.
  execFileSync(process.execPath, [biome, 'check', '--write', folder], { cwd: root, stdio: 'pipe' });
  console.log(`${pathFromRoot(folder)}/ is ready. Look at its page, at /${fallbackLanguage}/${names.kebab}:

  npx site dev ${names.kebab}

src/remote.ts says where the page is, and locales/ how it is called. Release it:

  npx site publish ${names.kebab} --promote

It is live within a second. The shell’s owner decides with the route policy which paths and navigation places it gets.`);
}
