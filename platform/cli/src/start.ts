/** `npm start`: builds what has changed, releases it into the store, and starts the site. */

import { apps } from '@site/bundling/project.ts';
import { addSettings } from '@site/node/envFile.ts';
import { stopOnSignals } from '@site/node/serviceManager.ts';
import { explain } from '@site/node/settings.ts';
import { promote } from '@site/releases/operations/promote.ts';
import { readSigningKey } from '@site/releases/signing/keys.ts';
import { localKeys } from '@site/releases/signing/localKey.ts';
import { openControlRoom } from '@site/server/openControlRoom.ts';
import { localKeysFolder, readSettings } from '@site/server/settings.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { endBySelf } from './commands/endBySelf.ts';
import { buildAndPublish } from './release/buildAndPublish.ts';
import { releaseTools } from './release/releaseTools.ts';
import { promoteOptions } from './release/signedOptions.ts';

try {
  await releaseAll();
  await startServer();
  await showControlRoom();
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
    const isLive = await promoted(tools.store, app, version, signed);
    if (added) console.error(`${isLive ? 'released' : 'published'} ${app}@${version}`);
  }
}

/** Makes a version live. On a frozen site, says why it isn't, and what was live before is shown. */
async function promoted(...version: Parameters<typeof promote>): Promise<boolean> {
  try {
    await promote(...version);
    return true;
  } catch (error) {
    if (!(error instanceof OperatorError) || error.code !== 'RELEASE-FROZEN') throw error;
    console.error(error.message);
    return false;
  }
}

async function startServer(): Promise<void> {
  // Gives anyone who tries the project something to read. A site with a name or its own database starts without.
  const { NODE_ENV, DATABASE_URL, SITE_ORIGIN } = process.env;
  if (NODE_ENV !== 'production' && !DATABASE_URL && !SITE_ORIGIN) process.env.SAMPLE_NEWS ||= 'true';
  // The site counts what the control room shows.
  if (NODE_ENV !== 'production' && !SITE_ORIGIN) process.env.CONTROL_ROOM ||= 'on';
  await import('@site/server/main.ts');
}

/** Opens the control room, and prints a link into it with the key that was made for this machine. */
async function showControlRoom(): Promise<void> {
  const settings = readSettings(process.env);
  const keys = localKeysFolder(settings);
  if (settings.CONTROL_ROOM === undefined || keys === undefined) return;
  // A second site on this machine finds the port taken, and is as well without.
  const room = await openControlRoom(settings).catch((error: unknown) => console.error(explain(error)));
  if (!room) return;
  stopOnSignals(room.close);
  const { public: key } = readSigningKey(localKeys(keys).key);
  console.log(`control room ${room.link(key)} (once; then: npx site control-room)`);
}
