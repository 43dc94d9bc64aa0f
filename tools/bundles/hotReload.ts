import { join } from 'node:path';
import type { RspackPluginInstance } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { shell } from './apps.ts';
import { root } from './folders.ts';

const refreshFolder = join(root, 'tools/dev/refresh');

/** Runs first in the shell: hands its refresh runtime to the remotes. */
export const refreshPublisher = join(refreshFolder, 'publish.mjs');

/** Keeps state while code changes. A remote's own refresh runtime would not know the roots that the shell's React has. */
export function hotReload(app: string): RspackPluginInstance[] {
  const plugin = new ReactRefreshRspackPlugin({ exclude: [/node_modules/, refreshFolder] });
  if (app === shell) return [plugin];
  return [
    {
      apply(compiler) {
        compiler.options.resolve.alias = { 'react-refresh': join(refreshFolder, 'of-shell') };
        plugin.apply(compiler);
      },
    },
  ];
}
