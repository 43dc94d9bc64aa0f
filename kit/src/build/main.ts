/** `npm run build [-- NAME…]`: builds the named apps, or all of them. */

import { BuildError, build } from './build.ts';
import { apps } from './bundles/apps.ts';

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !apps.includes(name));

if (unknown) {
  console.error(`There is no "${unknown}" to build. Choose from: ${apps.join(', ')}.`);
  process.exitCode = 1;
} else {
  await buildAll(wanted.length > 0 ? wanted : apps);
}

async function buildAll(names: readonly string[]): Promise<void> {
  try {
    for (const name of names) {
      const { version, built } = await build(name);
      console.log(`${name.padEnd(10)} ${version} ${built ? 'built' : 'unchanged'}`);
    }
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
