import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kitShellFolder, onlyRemote, root, shell } from '@site/bundling/project.ts';
import { ReleaseCache } from '@site/releases/follow/ReleaseCache.ts';
import { liveReleases } from '@site/releases/operations/liveReleases.ts';
import type { Preflight, TryOptions } from '@site/releases/operations/publish.ts';
import type { Release } from '@site/releases/Release.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { renderEveryPage } from '@site/renderer/preflight/renderEveryPage.ts';
import { createSite } from '@site/server/createSite.ts';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import type { CreateSite } from '@site/server/preflight/preflightSite.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { manifestFile, type ReleaseManifest } from '@site/shared/contract/release.ts';
import { livePolicy } from '../dev/livePolicy.ts';
import { startSampleApi } from '../dev/sampleApi.ts';
import type { PreflightOptions, ReleaseTools } from './serviceTools.ts';

type TeamTask = Omit<TryOptions, 'app' | 'folder'>;

/**
 * What a version is tried with in a remote's own repository: the live shell and route policy of a release service, or the kit's
 * where there is none, and an API of samples.
 *
 * @param tools the tools of the release service
 */
export async function preflightOfTeam(
  tools: ReleaseTools | undefined,
  { preflight: where, onProgress = () => {} }: Pick<PreflightOptions, 'preflight' | 'onProgress'>,
): Promise<TeamTask> {
  const preflight = preflightWithSamples(where, onProgress);
  const policy = tools && (await livePolicy(tools.store, onProgress));
  try {
    if (tools) return { ...(await liveTask(tools)), preflight };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    onProgress(`the live shell can’t be read: ${error.message}`);
  }
  onProgress(`rendering with the shell of the kit${policy ? '' : ', by the route policy of its site'}`);
  // There is no store, so nobody else has a page.
  const store = new FolderStore(join(root, '.cache/try/no-releases'));
  return { store, policy: policy ?? defaultPolicy, shells: [kitShell()], remotes: [], preflight };
}

/** The live shell, which a team's key may read. */
async function liveTask({ store, signing }: ReleaseTools): Promise<Omit<TeamTask, 'preflight'>> {
  const { trust } = await signing();
  const copies = new ReleaseCache(store, join(root, '.cache/try/releases'), [], trust);
  return { store, ...(await liveReleases(onlyRemote ?? shell, store, copies)) };
}

function kitShell(): Release {
  const folder = join(kitShellFolder, shell);
  return { folder, manifest: JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')) as ReleaseManifest };
}

const preflightWithSamples =
  (where: PreflightOptions['preflight'], onProgress: (step: string) => void): Preflight =>
  async (task) => {
    const api = await startSampleApi();
    try {
      const notes = await renderEveryPage(api.call, task);
      const { notHydrated, preflightInBrowser } = await import('@site/server/preflight/browser/preflightInBrowser.ts');
      if (where === 'server') return [...notes, notHydrated('--no-browser')];
      const createSiteHere: CreateSite = (settings, releases) =>
        createSite({ ...settings, API_ORIGIN: api.origin }, releases);
      const unknown = await preflightInBrowser(task, { isForeign: false, createSite: createSiteHere, onProgress });
      return [...notes, ...unknown];
    } finally {
      api.stop();
    }
  };
