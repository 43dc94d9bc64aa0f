import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { type RunningSite, readRunningSite } from '@site/releases/runningSite.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { isHttpLocation } from '@site/releases/store/openStore.ts';
import { readSettings, type Settings } from '@site/server/settings.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { manifestFile } from '@site/shared/contract/release.ts';
import { shell } from '../build/bundles/apps.ts';

/** What releasing works with. */
export interface ReleaseTools {
  readonly settings: Settings;
  readonly store: FolderStore;
  readonly faults: FaultLog;
  /** The site that follows the store; nothing when none is known. */
  readonly site: () => Promise<RunningSite | undefined>;
}

/**
 * The store that the settings name.
 *
 * @throws {OperatorError} RELEASE-READ-ONLY when it is behind an HTTP origin, RELEASE-STORE when RELEASES names no store
 */
export function releaseTools(): ReleaseTools {
  const settings = readSettings(process.env);
  const { RELEASES, DATA_DIR } = settings;
  if (isHttpLocation(RELEASES)) {
    throw new OperatorError(
      'RELEASE-READ-ONLY',
      `${RELEASES} can only be read. Release into the folder that is served there: RELEASES=FOLDER.`,
    );
  }
  // The store of a project that was just cloned is made with the first release.
  if (RELEASES !== readSettings({}).RELEASES) assertStore(RELEASES);
  const notes = join(DATA_DIR, 'releases');
  return {
    settings,
    store: new FolderStore(RELEASES),
    faults: new FaultLog(RELEASES, notes),
    site: () => readRunningSite(RELEASES, notes),
  };
}

/** Entries that any folder may have: hidden ones, and what file systems keep at their roots. */
const isUnrelated = (name: string): boolean => name.startsWith('.') || name === 'lost+found';

/** A mistyped RELEASES must not make a second store, nor treat another folder as one. */
function assertStore(folder: string): void {
  const names = namesIn(folder).filter((name) => !isUnrelated(name));
  if (names.length === 0 || isStore(folder)) return;
  throw new OperatorError(
    'RELEASE-STORE',
    `RELEASES names ${folder}, which is no store of releases: there are other files in it, and no version of the ${shell}. Correct the name.`,
  );
}

/** A store has a shell, without which nothing else is published. Other folders may have one of that name. */
function isStore(folder: string): boolean {
  const folderOfShell = join(folder, shell);
  if (!existsSync(folderOfShell)) return false;
  return namesIn(folderOfShell).some((name) => existsSync(join(folderOfShell, name, manifestFile)));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      'RELEASE-STORE',
      `RELEASES names ${folder}, which is no folder that can be read (${reason}). Correct the name, or make the folder if the store is to be new: mkdir -p ${folder}`,
      error,
    );
  }
}
