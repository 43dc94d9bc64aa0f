/** `npm start`: builds what has changed, releases it into the store, and starts the site. */

import { apps } from '@site/bundling/project.ts';
import { addSettings } from '@site/node/envFile.ts';
import { explain } from '@site/node/settings.ts';
import { promote } from '@site/releases/operations/promote.ts';
import { endBySelf } from './commands/endBySelf.ts';
import { buildAndPublish } from './release/buildAndPublish.ts';
import { releaseTools } from './release/releaseTools.ts';
import { promoteOptions } from './release/signedOptions.ts';

try {
  await releaseAll();
  await startServer();
} catch (error) {
  console.error(explain(error));
  endBySelf(1);
}

async function releaseAll(): Promise<void> {
  addSettings(undefined);
  const tools = await releaseTools();
  const signing = await tools.signing();
  const signed = await promoteOptions(signing, tools);
  for (const app of apps) {
    // To see the site, a quick preflight is enough. `npm run check` and `publish` are thorough.
    const { version, added } = await buildAndPublish(app, tools, {
      preflight: 'server',
      checksSources: false,
      signing,
    });
    await promote(tools.store, app, version, signed);
    if (added) console.error(`released ${app}@${version}`);
  }
}

async function startServer(): Promise<void> {
  // Gives anyone who tries the project something to read. A site with a name or its own database starts without.
  const { NODE_ENV, DATABASE_URL, SITE_ORIGIN } = process.env;
  if (NODE_ENV !== 'production' && !DATABASE_URL && !SITE_ORIGIN) process.env.SAMPLE_NEWS ||= 'true';
  await import('@site/server/main.ts');
}
