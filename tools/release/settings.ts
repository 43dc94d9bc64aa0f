import { join } from 'node:path';
import { FaultLog, FolderStore, isHttpLocation, ReleaseError } from '@site/releases';
import { readSettings, type Settings } from '../../shell/server/settings.ts';

/** What releasing works with. */
export interface ReleaseTools {
  readonly settings: Settings;
  readonly store: FolderStore;
  readonly faults: FaultLog;
}

/**
 * The store that the settings name.
 *
 * @throws {ReleaseError} RELEASE-READ-ONLY when it is behind an HTTP origin
 */
export function releaseTools(): ReleaseTools {
  const settings = readSettings(process.env);
  const { RELEASES, DATA_DIR } = settings;
  if (isHttpLocation(RELEASES)) {
    throw new ReleaseError(
      'RELEASE-READ-ONLY',
      `${RELEASES} can only be read. Release into the folder that is served there: RELEASES=FOLDER.`,
    );
  }
  return { settings, store: new FolderStore(RELEASES), faults: new FaultLog(RELEASES, join(DATA_DIR, 'releases')) };
}
