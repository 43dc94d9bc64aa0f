import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { bundlesOf } from '../../build/bundles/bundlesOf.ts';
import { cacheOf } from '../../build/bundles/cache.ts';
import { root } from '../../build/bundles/folders.ts';

const folder = join(root, '.cache/in-site');

/** A remote that is compiled anew after each change, for browsers alone. */
export interface WatchedRemote {
  /** Folder of the compiled files. */
  readonly files: string;
  readonly stop: () => Promise<unknown>;
}

/**
 * Compiles a remote as it is released, since the shell that it meets is a released one, and watches its sources.
 *
 * @param onBuilt called after each build without errors; those with errors are told on standard error
 */
export async function watchRemote(name: string, publicPath: string, onBuilt: () => void): Promise<WatchedRemote> {
  rmSync(join(folder, name), { recursive: true, force: true });
  const { browser } = await bundlesOf(name, { mode: 'production', publicPath, folder });
  const compiler = rspack({ ...browser, cache: cacheOf(`${name}-in-site`) });
  const { promise: firstBuild, resolve } = Promise.withResolvers<void>();
  compiler.watch({ aggregateTimeout: 20 }, (error, stats) => {
    if (error || stats?.hasErrors()) console.error(error ?? stats?.toString({ preset: 'errors-only' }));
    else onBuilt();
    resolve();
  });
  await firstBuild;
  return { files: join(folder, name, 'web'), stop: () => new Promise((done) => compiler.close(done)) };
}
