import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import type { ReleaseCache } from '../follow/ReleaseCache.ts';
import { pointerOf } from '../pointer.ts';
import type { WritableStore } from '../store/ReleaseStore.ts';
import { acceptedShells } from './acceptedShells.ts';
import { liveRemotes } from './proposedRoutes.ts';
import type { PublishOptions } from './publish.ts';

const shell = 'shell';

/**
 * The releases that a new one is tried with: a remote with the live shell and the live remotes that show fragments of others, a shell with
 * the live remotes. Unusable live releases don't keep one from being published: it may fix them.
 *
 * @param cache copies of the store's versions
 */
export async function liveReleases(
  app: string,
  store: WritableStore,
  cache: ReleaseCache,
): Promise<Pick<PublishOptions, 'shells' | 'remotes'>> {
  const usable = ({ name, version }: Pick<ReleaseManifest, 'name' | 'version'>) => cache.available(name, [version]);
  const remotes = (await liveRemotes(store)).map(({ manifest }) => manifest);
  if (app !== shell) {
    const accepted = await acceptedShells(store);
    const shells = Promise.all(accepted.map(({ version }) => cache.get(shell, version)));
    const users = Promise.all(remotes.filter(({ uses }) => uses !== undefined).map(usable));
    return { shells: await shells, remotes: (await users).flat() };
  }
  const pointer = await store.read(pointerOf(shell)).catch(() => undefined);
  const shells = pointer ? await usable({ name: shell, version: pointer.version }) : [];
  return { shells, remotes: (await Promise.all(remotes.map(usable))).flat() };
}
