import type { ReleaseCache } from '../follow/ReleaseCache.ts';
import { pointerOf } from '../pointer.ts';
import type { WritableStore } from '../store/ReleaseStore.ts';
import { acceptedShells } from './acceptedShells.ts';
import type { PublishOptions } from './publish.ts';

const shell = 'shell';

/**
 * The releases that a new one is tried with: a remote with the live shell, a shell with the live remotes. Unusable live
 * releases don't keep a shell from being published: it may fix them.
 *
 * @param cache copies of the store's versions
 */
export async function liveReleases(
  app: string,
  store: WritableStore,
  cache: ReleaseCache,
): Promise<Pick<PublishOptions, 'shells' | 'remotes'>> {
  if (app !== shell) {
    const accepted = await acceptedShells(store);
    return { shells: await Promise.all(accepted.map(({ version }) => cache.get(shell, version))), remotes: [] };
  }
  const usable = async (name: string) => {
    const pointer = await store.read(pointerOf(name)).catch(() => undefined);
    return pointer ? await cache.available(name, [pointer.version]) : [];
  };
  const remotes = (await store.apps()).filter((name) => name !== shell);
  return { shells: await usable(shell), remotes: (await Promise.all(remotes.map(usable))).flat() };
}
