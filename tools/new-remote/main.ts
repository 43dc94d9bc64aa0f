/** `npm run new-remote -- NAME`: makes a remote with a page, texts in three languages and tests. */
import { execFileSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { root } from '../bundles/folders.ts';
import { addToLockFile } from './lockFile.ts';
import { makeRemote, routeLine } from './makeRemote.ts';
import { namesOf, RemoteNameError } from './names.ts';

try {
  const names = namesOf(process.argv[2]);
  const folder = makeRemote(names);
  addToLockFile(names.kebab);
  // A name may need quotes, or none, and change how long a line is.
  execFileSync(join(root, 'node_modules/.bin/biome'), ['check', '--write', folder], { cwd: root, stdio: 'pipe' });
  console.log(`${relative(root, folder)}/ is there. Add this line to shared/routes/table.ts:

${routeLine(names)}

Then look at it: npm run dev -- ${names.kebab}, at /en/${names.kebab}`);
} catch (error) {
  if (!(error instanceof RemoteNameError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
