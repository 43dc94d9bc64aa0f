/** `site build [NAME…]`: builds the named apps, or all of them. */
import { explain } from '@site/http/settings.ts';
import { build } from './build.ts';
import { apps } from './bundles/project.ts';

const names = process.argv.slice(2);
const unknown = names.find((name) => !apps.includes(name));

if (unknown) {
  console.error(`There is no "${unknown}" to build. Choose from: ${apps.join(', ')}.`);
  process.exitCode = 1;
} else {
  await buildAll(names.length > 0 ? names : apps);
}

async function buildAll(apps: readonly string[]): Promise<void> {
  try {
    for (const app of apps) {
      const { version, built } = await build(app);
      console.log(`${app.padEnd(10)} ${version} ${built ? 'built' : 'unchanged'}`);
    }
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
}
