import { openSharedFolder } from './madeOnce.ts';
import { releaseEverything } from './releases.ts';
import { type RunningSite, startSite } from './servers.ts';

/**
 * The site that is shared by all browser tests that don't change it: starting one for each worker takes longer than most
 * tests.
 */
export type SharedSite = Pick<RunningSite, 'origin' | 'dataDir'>;

/** Workers inherit what is set before the first one starts. */
const variable = 'TESTED_SITE';

/**
 * Runs once, before the first test: releases the built apps, starts the shared site, and opens the folder of what tests make
 * once. Returns a function that stops and removes both after the last test.
 */
export default async function startSharedSite(): Promise<() => Promise<void>> {
  await releaseEverything();
  const { origin, dataDir, stop } = await startSite();
  process.env[variable] = JSON.stringify({ origin, dataDir } satisfies SharedSite);
  const remove = await openSharedFolder();
  return async () => {
    await stop();
    await remove();
  };
}

/** The shared site, in a worker. */
export const sharedSite = (): SharedSite => JSON.parse(process.env[variable] ?? '') as SharedSite;
