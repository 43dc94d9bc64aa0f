import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '@rspack/core';
import { root } from './project.ts';

/** Files that decide how sources are compiled: when one of them changes, nothing in the cache is true any more. */
const buildDependencies = [
  join(root, 'rspack.config.ts'),
  join(root, 'package-lock.json'),
  join(root, 'releases/src/integrity.ts'),
  ...['kit/src/build/bundles', 'kit/src/build/loaders', 'kit/src/dev/refresh'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(root, folder, name)),
  ),
];

/** A bundle's cache on disk: what hasn't changed isn't compiled again. */
export const cacheOf = (bundle: string): NonNullable<Configuration['cache']> => ({
  type: 'persistent',
  buildDependencies,
  storage: { type: 'filesystem', directory: join(root, '.cache/rspack', bundle) },
});
