import { join } from 'node:path';
import { pageNames, pages } from '@site/shared/routes/table.ts';
import type { Settings } from '../settings.ts';
import type { OpenReleases } from '../site.ts';
import { StoreReleases } from './StoreReleases.ts';

/** The remotes of the route table. */
export const routedRemotes: readonly string[] = [...new Set(pageNames.map((name) => pages[name].remote))];

/** Opens the store that the settings name, for the remotes of the route table. */
export function openStoreReleases({ RELEASES, DATA_DIR }: Pick<Settings, 'RELEASES' | 'DATA_DIR'>): OpenReleases {
  return (log, metrics) =>
    StoreReleases.open({
      location: RELEASES,
      copies: join(DATA_DIR, 'releases'),
      remotes: routedRemotes,
      log,
      onUnusable: (app, version) => metrics.remoteFailed(app, version, 'server'),
    });
}
