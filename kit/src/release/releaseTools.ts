import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { RolloutLog } from '@site/releases/rollout/RolloutLog.ts';
import { readRunningSite } from '@site/releases/runningSite.ts';
import { readSigningKey } from '@site/releases/signing/keys.ts';
import { localKey, pointerLife } from '@site/releases/signing/localKey.ts';
import { type Trust, trustFile } from '@site/releases/signing/Trust.ts';
import { FolderStore, isShared } from '@site/releases/store/FolderStore.ts';
import { openWritableStore } from '@site/releases/store/openStore.ts';
import { isHttpLocation, storeKind } from '@site/releases/store/storeKind.ts';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import { serverLimits } from '@site/server/limits.ts';
import { previewLink } from '@site/server/pages/previewLinks.ts';
import { localKeysFolder, readSettings, reportsFolder, trustedKeysFile } from '@site/server/settings.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { manifestFile } from '@site/shared/contract/release.ts';
import { apps, shell } from '../build/bundles/project.ts';
import { type ReleaseTools, type StoreOptions, serviceTools } from './serviceTools.ts';

/**
 * Opens the store that the command line or the settings of the site name.
 *
 * @throws {OperatorError} RELEASE-STORE when RELEASES names something else
 */
export function releaseTools({ to, key: keyFile }: StoreOptions = {}): ReleaseTools {
  const settings = readSettings({ ...process.env, ...(to !== undefined && { RELEASES: to }) });
  const { RELEASES } = settings;
  if (isHttpLocation(RELEASES)) return { ...serviceTools(RELEASES, keyFile), settings, policy: defaultPolicy };
  if (storeKind(RELEASES) === 'folder') prepareFolder(RELEASES);
  const store = openWritableStore(RELEASES, serverLimits.store.fileTimeout);
  const reports = reportsFolder(settings);
  const trust = (): Trust | undefined => {
    const file = trustedKeysFile(settings);
    return file === undefined ? undefined : trustFile(file);
  };
  return {
    settings,
    store,
    faults: new FaultLog(reports),
    rollouts: new RolloutLog(reports),
    site: () => readRunningSite(reports),
    reports,
    policy: defaultPolicy,
    previewLink: async (preview) => {
      const { pages } = await store.manifest(preview.app, preview.version);
      return await previewLink({ ...preview, pages }, settings);
    },
    trust,
    signing: async ({ key, life = pointerLife } = {}) => {
      const local = localKeysFolder(settings);
      const otherwise = local !== undefined && store instanceof FolderStore ? await localKey(store, local) : undefined;
      const { RELEASE_KEY, PROMOTE_KEY } = process.env;
      const keyOf = (file: string | undefined) => (file ? readSigningKey(file) : otherwise);
      const pointerKey = keyOf(PROMOTE_KEY || key);
      return {
        trust: trust(),
        releases: keyOf(key || RELEASE_KEY),
        pointers: pointerKey && { key: pointerKey, life },
      };
    },
  };
}

function prepareFolder(folder: string): void {
  // In a new clone, the first release creates the default store.
  if (folder !== readSettings({}).RELEASES) assertStore(folder);
  // What one member of a group makes, the others and the server may change.
  if ([folder, ...apps.map((app) => join(folder, app))].some(isShared)) process.umask(0o002);
}

/** Entries that any folder may have: hidden files, and a file system's own. */
const isUnrelated = (name: string): boolean => name.startsWith('.') || name === 'lost+found';

/** A mistyped RELEASES must neither create a second store nor use another folder as one. */
function assertStore(folder: string): void {
  const names = namesIn(folder).filter((name) => !isUnrelated(name));
  if (names.length === 0 || isStore(folder)) return;
  throw new OperatorError(
    'RELEASE-STORE',
    `RELEASES names ${folder}, which is not a store of releases: it has other files, and no version of the ${shell}. Correct the name.`,
  );
}

/** A store has versions of the shell, which is published first. Another folder may have a folder of that name. */
function isStore(folder: string): boolean {
  const shellFolder = join(folder, shell);
  if (!existsSync(shellFolder)) return false;
  return namesIn(shellFolder).some((name) => existsSync(join(shellFolder, name, manifestFile)));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      'RELEASE-STORE',
      `RELEASES names ${folder}, which can’t be read as a folder (${reason}). Correct the name, or create the folder for a new store: mkdir -p ${folder}`,
      error,
    );
  }
}
