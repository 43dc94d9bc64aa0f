import { prepareDataFolder } from '@site/node/dataFolder.ts';
import { ReleaseCache } from '@site/releases/follow/ReleaseCache.ts';
import { liveReleases } from '@site/releases/operations/liveReleases.ts';
import type { Preflight, PublishOptions } from '@site/releases/operations/publish.ts';
import { preflight } from '@site/server/preflight/preflight.ts';
import { copiesFolder, readSettings } from '@site/server/settings.ts';
import type { PreflightOptions, ReleaseTools } from './serviceTools.ts';

/** Tries a version on this machine, with the releases that are live. */
export async function preflightHere(
  app: string,
  { store, settings = readSettings(process.env) }: ReleaseTools,
  { signing, preflight: where, onProgress = () => {} }: PreflightOptions,
): Promise<Pick<PublishOptions, 'shells' | 'remotes' | 'preflight'>> {
  prepareDataFolder(settings.DATA_DIR);
  const copies = new ReleaseCache(store, copiesFolder(settings), settings.REMOTE_ORIGINS, signing.trust);
  return {
    ...(await liveReleases(app, store, copies)),
    preflight: where === 'server' ? preflightWithoutBrowser : preflightOnBoth(onProgress),
  };
}

const preflightOnBoth =
  (onProgress: (step: string) => void): Preflight =>
  async (task) => {
    const rendered = preflight(task);
    // The browser starts meanwhile.
    const hydrated = Promise.all([inBrowser(), import('@site/server/createSite.ts')]).then(
      ([{ preflightInBrowser }, { createSite }]) =>
        preflightInBrowser(task, { isForeign: false, createSite, rendered, onProgress }),
    );
    await Promise.allSettled([rendered, hydrated]);
    return [...(await rendered), ...(await hydrated)];
  };

const preflightWithoutBrowser: Preflight = async (task) => {
  const notes = await preflight(task);
  const { notHydrated } = await inBrowser();
  return task.remotes.length > 0 ? [...notes, notHydrated('--no-browser')] : notes;
};

/** Loaded here because other commands don't need Playwright. */
const inBrowser = () => import('@site/server/preflight/browser/preflightInBrowser.ts');
