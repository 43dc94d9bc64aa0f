/** `npm start`: builds what changed, releases it into the store, and starts the site. */

import { promote } from '@site/releases/operations/promote.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { BuildError } from './build/build.ts';
import { apps } from './build/bundles/apps.ts';
import { publishApp } from './release/publishApp.ts';
import { releaseTools } from './release/settings.ts';

try {
  const tools = releaseTools();
  for (const app of apps) {
    // Whoever starts the site wants to see it: `npm run check` and `publish` look closer.
    const { version, added } = await publishApp(app, tools, { preflight: 'server', checksSources: false });
    await promote(tools.store, app, version);
    if (added) console.error(`released ${app}@${version}`);
  }
} catch (error) {
  const isKnown = error instanceof OperatorError || error instanceof BuildError;
  if (!isKnown) throw error;
  console.error(error.message);
  process.exit(1);
}
await import('@site/server/main.ts');
