import { explain } from '@site/node/settings.ts';
import { ReleaseFollower, type ReleaseFollowerOptions } from '@site/releases/follow/ReleaseFollower.ts';
import { type Trust, trustFile } from '@site/releases/signing/Trust.ts';
import type { FastifyBaseLogger } from 'fastify';
import { defaultPolicy } from './defaultPolicy.ts';
import { serverLimits } from './limits.ts';
import { openStore } from './openStore.ts';
import { audienceOf, copiesFolder, reportsFolder, type Settings, trustedKeysFile } from './settings.ts';
import type { OpenReleases } from './siteParts.ts';

type StoreSettings = Pick<
  Settings,
  'RELEASES' | 'RELEASES_TOKEN' | 'DATA_DIR' | 'REPORTS' | 'REMOTE_ORIGINS' | 'TRUSTED_KEYS' | 'SITE_ORIGIN'
>;

/**
 * Follows the store of the settings.
 *
 * @param options what to do while it can't be read
 */
export const followStore =
  (settings: StoreSettings, options: Pick<ReleaseFollowerOptions, 'waitsForStore' | 'needsStore'>): OpenReleases =>
  async (log, metrics) =>
    ReleaseFollower.open({
      store: await openStore(settings.RELEASES, settings.RELEASES_TOKEN),
      copies: copiesFolder(settings),
      reports: reportsFolder(settings),
      trust: trustOf(settings, log),
      policy: defaultPolicy,
      origins: settings.REMOTE_ORIGINS,
      limits: serverLimits.store,
      ...options,
      log,
      onStoreRead: (pointers) => metrics.storeRead(pointers),
      onUnusable: (app, version) => metrics.remoteFailed(app, version, 'server'),
    });

/** Says at the start what is in force: without keys, only its permissions protect the store. */
function trustOf(settings: StoreSettings, log: FastifyBaseLogger): Trust | undefined {
  const file = trustedKeysFile(settings);
  if (file)
    return trustFile(file, audienceOf(settings), (error) =>
      log.error(`${explain(error)} The earlier keys still count.`),
    );
  log.warn(
    'SITE-UNSIGNED Releases are shown no matter who put them into the store: TRUSTED_KEYS isn’t set. docs/security.md says how they are signed.',
  );
  return undefined;
}
