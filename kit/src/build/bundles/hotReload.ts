import { join } from 'node:path';
import type { RspackPluginInstance } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { root } from './folders.ts';

const refreshFolder = join(root, 'kit/src/dev/refresh');

/** Keeps state while code changes. Every app takes the page's one refresh runtime, whichever of them runs first. */
export const hotReload: RspackPluginInstance = {
  apply(compiler) {
    compiler.options.resolve.alias = { ...compiler.options.resolve.alias, 'react-refresh': refreshFolder };
    new ReactRefreshRspackPlugin({ exclude: [/node_modules/, refreshFolder] }).apply(compiler);
  },
};
