import type { ReleaseCache } from '../follow/ReleaseCache.ts';
import type { PublishOptions } from './publish.ts';

const shell = 'shell';

/**
 * What a release is tried with: a remote with the live shell, a shell with the live remotes. What can't be used doesn't keep a shell
 * from being published: it may be the remedy.
 *
 * @param cache copies of the store
 */
export async function liveReleases(
  app: string,
  remotes: readonly string[],
  cache: ReleaseCache,
): Promise<Pick<PublishOptions, 'shell' | 'remotes'>> {
  const { store } = cache;
  if (app !== shell) {
    const pointer = await store.pointer(shell);
    return { shell: pointer && (await cache.get(shell, pointer.version)), remotes: [] };
  }
  const usable = async (name: string) => {
    const pointer = await store.pointer(name).catch(() => undefined);
    return pointer ? await cache.available(name, [pointer.version]) : [];
  };
  const [live] = await usable(shell);
  return { shell: live, remotes: (await Promise.all(remotes.map(usable))).flat() };
}
