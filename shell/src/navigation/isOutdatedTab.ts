import { limits } from '@site/shared/contract/limits.ts';
import { type LiveReleases, liveReleasesPath } from '@site/shared/contract/release.ts';
import type { Registry, RemoteUnavailableError } from '../federation/remotes.ts';

const guardKey = 'outdated';

/**
 * Whether this tab runs a release that is no longer live, so that its files may be gone and a reload helps. True only once for
 * each URL and release: a page that fails again is at fault itself. Drafts survive the reload in the history.
 */
export async function isOutdatedTab(error: RemoteUnavailableError, url: string, registry: Registry): Promise<boolean> {
  const running = registry[error.remote]?.release;
  const live = (await readLiveReleases())[error.remote];
  if (!live || live === running) return false;
  const guard = `${url} ${live}`;
  try {
    if (sessionStorage.getItem(guardKey) === guard) return false;
    sessionStorage.setItem(guardKey, guard);
  } catch {
    // Without storage there is no guard against endless reloads.
    return false;
  }
  return true;
}

async function readLiveReleases(): Promise<LiveReleases> {
  try {
    const signal = AbortSignal.timeout(limits.remoteLoad);
    const answer = await fetch(liveReleasesPath, { cache: 'no-store', signal });
    return (await answer.json()) as LiveReleases;
  } catch {
    return {};
  }
}
