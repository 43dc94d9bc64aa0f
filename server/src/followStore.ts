import { join } from 'node:path';
import { ReleaseFollower } from '@site/releases/follow/ReleaseFollower.ts';
import { removeRunningSite, writeRunningSite } from '@site/releases/runningSite.ts';
import { remoteNames } from '@site/shared/routes/table.ts';
import type { FastifyInstance } from 'fastify';
import { serverLimits } from './limits.ts';
import type { Settings } from './settings.ts';
import type { OpenReleases } from './site.ts';

type StoreSettings = Pick<Settings, 'RELEASES' | 'DATA_DIR' | 'REMOTE_ORIGINS'>;

/** The folder for copies of releases, and for notes on a read-only store. */
const copiesFolder = ({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): string => join(DATA_DIR, 'releases');

/**
 * Follows the store of the settings, for the remotes of the route table.
 *
 * @param waitsForStore whether to wait for an HTTP store that can't be read
 */
export const followStore =
  (settings: StoreSettings, waitsForStore = false): OpenReleases =>
  (log, metrics) =>
    ReleaseFollower.open({
      location: settings.RELEASES,
      copies: copiesFolder(settings),
      remotes: remoteNames,
      origins: settings.REMOTE_ORIGINS,
      limits: serverLimits.store,
      waitsForStore,
      log,
      onStoreRead: (isReadable) => metrics.storeUp.set(isReadable ? 1 : 0),
      onUnusable: (app, version) => metrics.remoteFailed(app, version, 'server'),
    });

/**
 * Tells the release commands, through the store, where the site runs and which remotes it knows: `preview` links to this
 * site, and `list` shows remotes that it has no page for.
 *
 * @returns removes the announcement, before the site stops
 */
export async function announceSite(
  { log }: Pick<FastifyInstance, 'log'>,
  settings: Pick<Settings, 'RELEASES' | 'DATA_DIR'>,
  origin: string,
): Promise<() => Promise<void>> {
  const site = { origin, remotes: remoteNames, since: new Date().toISOString() };
  try {
    await writeRunningSite(settings.RELEASES, copiesFolder(settings), site);
  } catch (error) {
    log.warn(error, 'The address of the site could not be written for the release commands.');
  }
  return () => removeRunningSite(settings.RELEASES, copiesFolder(settings), site).catch(() => {});
}
