/**
 * `npm run new-remote -- NAME`: makes a remote with a page, texts in three languages and tests.
 *
 * `npm run new-remote -- NAME --standalone FOLDER`: makes it in a repository of its own.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { explain } from '@site/http/settings.ts';
import { pathFromRoot, root } from '../build/bundles/project.ts';
import { installedProgram } from '../installedProgram.ts';
import { packAll, packagesFolder } from '../pack/packAll.ts';
import { projectVersions } from '../pack/packages.ts';
import { beginRepository, createRepository, nextSteps } from './createRepository.ts';
import { freeName } from './freeName.ts';
import { addToLockFile, makeRemote } from './makeRemote.ts';
import { type Names, usageError } from './names.ts';

const biome = installedProgram('@biomejs/biome');

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { standalone: { type: 'string' }, packages: { type: 'string' } },
  });
  const [name, ...others] = positionals;
  if (others.length > 0) throw usageError(`Only one name is allowed: what is "${others.join(' ')}"?`);
  const names = freeName(name);
  if (values.standalone === undefined) makeHere(names);
  else await makeRepository(names, values.standalone, values.packages);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

/** The packages are made now, unless a folder has them: no registry need know them. */
async function makeRepository(names: Names, folder: string, made: string | undefined): Promise<void> {
  if (made === undefined) await packAll();
  const target = createRepository(names, { folder, packages: made ?? packagesFolder, versions: projectVersions });
  beginRepository(target);
  console.log(nextSteps(target));
}

function makeHere(names: Names): void {
  const folder = makeRemote(names);
  addToLockFile(names.kebab);
  // The name changes quotes and line lengths.
  execFileSync(process.execPath, [biome, 'check', '--write', folder], { cwd: root, stdio: 'pipe' });
  console.log(`${pathFromRoot(folder)}/ is ready. Look at its page, at /en/${names.kebab}:

  npm run dev -- ${names.kebab}

src/remote.ts says where the page is, and locales/ how it is called. Release it:

  npm run release -- publish ${names.kebab} --promote

It is live within a second. The shell’s owner decides by the route policy which paths and which places in the navigation it gets.`);
}
