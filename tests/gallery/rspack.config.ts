/**
 * Every shared component in every state, by day and by night, with hot reload:
 * `npx rspack dev --config tests/gallery/rspack.config.ts`, then http://localhost:8080.
 */
import { join } from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { commonConfiguration } from '@site/bundling/bundles/common.ts';
import { root, shell } from '@site/bundling/project.ts';

// Compiled like the shell's bundle, but with its own React.
const common = commonConfiguration({
  app: shell,
  platform: 'browser',
  mode: 'development',
  publicPath: '/',
  output: '',
});

export default {
  ...common,
  name: 'gallery',
  context: import.meta.dirname,
  entry: './main.tsx',
  output: {
    ...common.output,
    uniqueName: 'gallery',
    path: join(root, '.cache/gallery'),
    module: true,
    chunkFormat: 'module',
  },
  plugins: [...(common.plugins ?? []), new rspack.HtmlRspackPlugin({ title: 'Components', scriptLoading: 'module' })],
  cache: false,
  devServer: { static: join(root, 'shell/public') },
} satisfies Configuration;
