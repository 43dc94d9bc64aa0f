import { limits } from '@site/shared/contract/limits.ts';
import { type LiveReleases, liveReleasesPath } from '@site/shared/contract/release.ts';
import type { Registry, RemoteUnavailableError } from '../federation/remotes.ts';

const guardKey = 'outdated';

/**
 * Whether this tab runs a release that is live no more and whose files are gone. It says so once for each address and
 * release: a page that still can't be shown when it was loaded whole is the 404 page. Drafts are in storage, and stay.
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
    // Without storage there is no guard, and so no reload.
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
