import { join } from 'node:path';
import { forgetRunningSite, noteRunningSite } from '@site/releases/runningSite.ts';
import { remoteNames } from '@site/shared/routes/table.ts';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';

/**
 * Tells the release commands, through the store, where the site answers and which remotes it knows: so `preview` links to
 * the site that runs, and `list` tells a remote that no address leads to.
 *
 * @returns forgets it again, before the site ends
 */
export async function announceSite(
  { log }: Pick<FastifyInstance, 'log'>,
  { RELEASES, DATA_DIR }: Pick<Settings, 'RELEASES' | 'DATA_DIR'>,
  origin: string,
): Promise<() => Promise<void>> {
  const notes = join(DATA_DIR, 'releases');
  const site = { origin, remotes: remoteNames, since: new Date().toISOString() };
  try {
    await noteRunningSite(RELEASES, notes, site);
  } catch (error) {
    log.warn(error, 'Where the site answers could not be noted for the release commands.');
  }
  return () => forgetRunningSite(RELEASES, notes, site).catch(() => {});
}
