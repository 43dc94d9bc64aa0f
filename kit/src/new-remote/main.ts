/** `npm run new-remote -- NAME`: makes a remote with a page, texts in three languages and tests. */
import { execFileSync } from 'node:child_process';
import { explain } from '@site/http/settings.ts';
import { pathFromRoot, root } from '../build/bundles/project.ts';
import { installedProgram } from '../installedProgram.ts';
import { addToLockFile, makeRemote } from './makeRemote.ts';
import { namesOf, usageError } from './names.ts';

const biome = installedProgram('@biomejs/biome');

try {
  const [name, ...others] = process.argv.slice(2);
  if (others.length > 0) throw usageError(`Only one name is allowed: what is "${others.join(' ')}"?`);
  const names = namesOf(name);
  const folder = makeRemote(names);
  addToLockFile(names.kebab);
  // The name changes quotes and line lengths.
  execFileSync(process.execPath, [biome, 'check', '--write', folder], { cwd: root, stdio: 'pipe' });
  console.log(`${pathFromRoot(folder)}/ is ready. Look at its page, at /en/${names.kebab}:

  npm run dev -- ${names.kebab}

src/remote.ts says where the page is, and locales/ how it is called. Release it:

  npm run release -- publish ${names.kebab} --promote

It is live within a second. The shell’s owner decides by the route policy which paths and which places in the navigation it gets.`);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
