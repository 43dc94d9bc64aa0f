/** `npm run new-remote -- NAME`: makes a remote with a page, texts in three languages and tests. */
import { execFileSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { root } from '../build/bundles/folders.ts';
import { addToLockFile } from './lockFile.ts';
import { makeRemote, routeLine } from './makeRemote.ts';
import { namesOf, RemoteNameError } from './names.ts';

const biome = join(root, 'node_modules/.bin/biome');

try {
  const [name, ...others] = process.argv.slice(2);
  if (others.length > 0) throw new RemoteNameError(`One name at a time: what is "${others.join(' ')}"?`);
  const names = namesOf(name);
  const folder = makeRemote(names);
  addToLockFile(names.kebab);
  // A name may need quotes, or none, and change how long a line is.
  execFileSync(biome, ['check', '--write', folder], { cwd: root, stdio: 'pipe' });
  console.log(`${relative(root, folder)}/ is there. Add its page to shared/routes/table.ts, at the end of \`pages\`:

${formatted(routeLine(names))}

Then look at it, at /en/${names.kebab}:

  npm run dev -- ${names.kebab}

Release it after a shell that knows the page:

  npm run release -- publish shell --promote
  npm run release -- publish ${names.kebab} --promote

and restart the site: it knows the pages that were in the table when it started.`);
} catch (error) {
  if (!(error instanceof RemoteNameError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** The line as the formatter wants it: that of a long name becomes several. */
function formatted(line: string): string {
  const file = join(root, 'shared/routes/table.ts');
  const input = `export const pages = {\n${line}\n};\n`;
  const output = execFileSync(biome, ['format', `--stdin-file-path=${file}`], { cwd: root, input, encoding: 'utf8' });
  return output.split('\n').slice(1, -2).join('\n');
}
