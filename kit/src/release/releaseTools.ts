import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FaultLog, type KnownFaults } from '@site/releases/FaultLog.ts';
import { type KnownRollouts, RolloutLog } from '@site/releases/rollout/RolloutLog.ts';
import { type RunningSite, readRunningSite } from '@site/releases/runningSite.ts';
import { readSigningKey, type SigningKey } from '@site/releases/signing/keys.ts';
import { localKey, pointerLife } from '@site/releases/signing/localKey.ts';
import type { PointerSigning } from '@site/releases/signing/signatures.ts';
import { type Trust, trustFile } from '@site/releases/signing/Trust.ts';
import { FolderStore, isShared } from '@site/releases/store/FolderStore.ts';
import { isHttpLocation, openWritableStore, storeKind } from '@site/releases/store/openStore.ts';
import type { PrunableStore } from '@site/releases/store/ReleaseStore.ts';
import { ServiceStore } from '@site/releases/store/ServiceStore.ts';
import { serverLimits } from '@site/server/limits.ts';
import { localKeysFolder, readSettings, reportsFolder, type Settings, trustedKeysFile } from '@site/server/settings.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { manifestFile } from '@site/shared/contract/release.ts';
import { apps, shell } from '../build/bundles/project.ts';

/** What the release commands work with. */
export interface ReleaseTools {
  readonly settings: Settings;
  readonly store: PrunableStore | ServiceStore;
  readonly faults: KnownFaults;
  readonly rollouts: KnownRollouts;
  /** The running site, if there is one that reports here. */
  readonly site: () => Promise<RunningSite | undefined>;
  /** Whose signatures servers accept, as far as it is known here. */
  readonly trust: () => Trust | undefined;
  readonly signing: (options?: SigningOptions) => Promise<ReleaseSigning>;
}

/** How the command line names the store and the key. */
export interface StoreOptions {
  /** Address of a release service, in place of the store of the settings. */
  readonly to?: string | undefined;
  /** File of a private key. */
  readonly key?: string | undefined;
}

/** How the command line says that something is signed. */
export interface SigningOptions extends Pick<StoreOptions, 'key'> {
  /** For how many milliseconds a pointer counts. */
  readonly life?: number;
}

/** What is signed with what, and whose signatures servers accept. */
export interface ReleaseSigning {
  readonly trust: Trust | undefined;
  readonly releases: SigningKey | undefined;
  readonly pointers: PointerSigning | undefined;
}

/**
 * Opens the store that the command line or the settings name.
 *
 * @throws {OperatorError} RELEASE-STORE when RELEASES names something else, RELEASE-USAGE when `to` is no address
 */
export function releaseTools({ to, key: keyFile }: StoreOptions = {}): ReleaseTools {
  const settings = readSettings({ ...process.env, ...(to !== undefined && { RELEASES: to }) });
  const { RELEASES } = settings;
  if (to !== undefined && !isHttpLocation(to))
    throw new OperatorError(
      'RELEASE-USAGE',
      `--to must be an address such as https://www.example.com/releases, not "${to}".`,
    );
  if (isHttpLocation(RELEASES)) return serviceTools(settings, keyFile);
  if (storeKind(RELEASES) === 'folder') prepareFolder(RELEASES);
  const store = openWritableStore(RELEASES, serverLimits.store.fileTimeout);
  const trust = (): Trust | undefined => {
    const file = trustedKeysFile(settings);
    return file === undefined ? undefined : trustFile(file);
  };
  return {
    settings,
    store,
    faults: new FaultLog(reportsFolder(settings)),
    rollouts: new RolloutLog(reportsFolder(settings)),
    site: () => readRunningSite(reportsFolder(settings)),
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

/** The tools of a team that has no more than its keys: everything else is with the service. */
function serviceTools(settings: Settings, keyFile: string | undefined): ReleaseTools {
  const { RELEASE_KEY, PROMOTE_KEY } = process.env;
  const [releases, pointers] = [keyFile || RELEASE_KEY, PROMOTE_KEY || keyFile].map((file) =>
    file ? readSigningKey(file) : undefined,
  );
  const store = new ServiceStore(settings.RELEASES, serverLimits.store.fileTimeout, releases ?? pointers);
  return {
    settings,
    store,
    faults: store.faults,
    rollouts: store.rollouts,
    site: async () => (await store.index()).site,
    trust: () => undefined,
    signing: async ({ life = pointerLife } = {}) => ({
      trust: undefined,
      releases,
      pointers: pointers && { key: pointers, life },
    }),
  };
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
