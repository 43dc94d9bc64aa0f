import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { Configuration } from '@rspack/core';
import { developmentFolder, root } from '../project.ts';

const lockFiles = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock'];

/** Files that decide how sources are compiled: a change in one of them invalidates the whole cache. */
const buildDependencies = [
  join(root, 'package.json'),
  ...lockFiles.map((name) => join(root, name)).filter((file) => existsSync(file)),
  createRequire(import.meta.url).resolve('@site/releases/integrity.ts'),
  ...['.', '../loaders', '../pictures', '../refresh']
    .map((folder) => join(import.meta.dirname, folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name))),
];

/**
 * A bundle's cache on disk: what hasn't changed isn't compiled again. Two processes can't share it: of several development
 * servers, each has one of its own, and builds take turns.
 *
 * @param version changes with what the bundle depends on besides the sources that Rspack reads
 */
export const cacheOf = (
  bundle: string,
  mode: 'production' | 'development',
  version = '',
): NonNullable<Configuration['cache']> => ({
  type: 'persistent',
  version,
  buildDependencies,
  storage: {
    type: 'filesystem',
    directory: join(root, '.cache/rspack', mode === 'development' ? basename(developmentFolder) : mode, bundle),
  },
});
