import { join } from 'node:path';
import { remoteNames } from '@site/shared/routes/table.ts';
import type { Settings } from '../settings.ts';
import type { OpenReleases } from '../site.ts';
import { StoreReleases } from './StoreReleases.ts';

/** Opens the store that the settings name, for the remotes of the route table. */
export function openStoreReleases({
  RELEASES,
  DATA_DIR,
  REMOTE_ORIGINS,
}: Pick<Settings, 'RELEASES' | 'DATA_DIR' | 'REMOTE_ORIGINS'>): OpenReleases {
  return (log, metrics) =>
    StoreReleases.open({
      location: RELEASES,
      copies: join(DATA_DIR, 'releases'),
      remotes: remoteNames,
      origins: REMOTE_ORIGINS,
      log,
      onUnusable: (app, version) => metrics.remoteFailed(app, version, 'server'),
    });
}
