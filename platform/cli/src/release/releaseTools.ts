import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { apps, shell } from '@site/bundling/project.ts';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { pointerOf } from '@site/releases/pointer.ts';
import { readRunningSite } from '@site/releases/runningSite.ts';
import { siteOfStore, unnamedSite } from '@site/releases/signing/audience.ts';
import { pointerLife } from '@site/releases/signing/bounds.ts';
import { readSigningKey } from '@site/releases/signing/keys.ts';
import { localKey } from '@site/releases/signing/localKey.ts';
import { type Trust, trustFile } from '@site/releases/signing/Trust.ts';
import { FolderStore, isShared } from '@site/releases/store/FolderStore.ts';
import { isHttpLocation, storeKind } from '@site/releases/store/storeKind.ts';
import { RolloutLog } from '@site/rollouts/RolloutLog.ts';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import { openWritableStore } from '@site/server/openStore.ts';
import { previewLink } from '@site/server/pages/previewLinks.ts';
import { audienceOf, localKeysFolder, readSettings, reportsFolder, trustedKeysFile } from '@site/server/settings.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { manifestFile } from '@site/shared/contract/release.ts';
import { type ReleaseTools, type StoreOptions, serviceTools } from './serviceTools.ts';

/**
 * Opens the store that the command line or the settings of the site name.
 *
 * @throws {OperatorError} RELEASE-STORE when RELEASES names something else
 */
export async function releaseTools({ to, key: keyFile }: StoreOptions = {}): Promise<ReleaseTools> {
  const settings = readSettings({ ...process.env, ...(to !== undefined && { RELEASES: to }) });
  const { RELEASES } = settings;
  if (isHttpLocation(RELEASES)) return { ...serviceTools(RELEASES, keyFile), settings, policy: defaultPolicy };
  if (storeKind(RELEASES) === 'folder') prepareFolder(RELEASES);
  const store = await openWritableStore(RELEASES);
  const reports = reportsFolder(settings);
  const local = localKeysFolder(settings);
  const hasName = local !== undefined || settings.SITE_ORIGIN !== undefined;
  const running = () => readRunningSite(reports);
  const trust = (site: string): Trust | undefined => {
    const file = trustedKeysFile(settings);
    return file === undefined ? undefined : trustFile(file, site);
  };
  const siteToSignFor = async (): Promise<string> => {
    if (hasName) return audienceOf(settings);
    const live = await store.read(pointerOf(shell)).catch(() => undefined);
    return siteOfStore(undefined, RELEASES, (await running())?.audience ?? live?.signature?.site);
  };
  return {
    settings,
    store,
    faults: new FaultLog(reports),
    rollouts: new RolloutLog(reports),
    site: running,
    reports,
    policy: defaultPolicy,
    previewLink: async (preview) => {
      const { pages } = await store.manifest(preview.app, preview.version);
      return await previewLink({ ...preview, pages }, settings);
    },
    // For reading, the name that a running site reports is enough.
    trust: async () => trust(hasName ? audienceOf(settings) : ((await running())?.audience ?? unnamedSite)),
    signing: async ({ key, life = pointerLife } = {}) => {
      const storeKey = local !== undefined && store instanceof FolderStore ? await localKey(store, local) : undefined;
      const { RELEASE_KEY, PROMOTE_KEY } = process.env;
      const keyOf = (file: string | undefined) => (file ? readSigningKey(file) : storeKey);
      const pointerKey = keyOf(PROMOTE_KEY || key || RELEASE_KEY);
      return {
        trust: trust(audienceOf(settings)),
        releases: keyOf(key || RELEASE_KEY),
        pointers: async () => pointerKey && { key: pointerKey, site: await siteToSignFor(), life },
      };
    },
  };
}

/**
 * Without RELEASES, a command uses the checkout's own store only if `npm start` has made it. On a server without the
 * setting, it would otherwise create a store that nobody reads.
 *
 * @throws {OperatorError} RELEASE-STORE
 */
export function assertNamedStore(): void {
  const { RELEASES, NODE_ENV } = process.env;
  const defaultFolder = readSettings({}).RELEASES;
  const isThere = existsSync(defaultFolder);
  if (RELEASES || (isThere && NODE_ENV !== 'production')) return;
  throw new OperatorError(
    'RELEASE-STORE',
    `Which store? RELEASES isn’t set${isThere ? '' : `, and there is no folder ${resolve(defaultFolder)}`}. On a server name it: RELEASES=/srv/releases. To try the site, run “npm start” first.`,
  );
}

function prepareFolder(folder: string): void {
  // In a new clone, the first release creates the default store.
  if (folder !== readSettings({}).RELEASES) assertStore(folder);
  // In a group's store, other members and the server may change what one member writes.
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

/** A store has versions of the shell, which is published first. A `shell` folder alone proves nothing. */
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
