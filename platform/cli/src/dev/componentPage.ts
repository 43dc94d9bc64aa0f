import { join } from 'node:path';
import type { Configuration } from '@rspack/core';
import { cacheOf } from '@site/bundling/bundles/cache.ts';
import { commonConfiguration } from '@site/bundling/bundles/common.ts';
import { root, shell } from '@site/bundling/project.ts';
import { developmentPath } from './DevelopedApp.ts';
import { emptyPage } from './pages.ts';

/** A page of the development server's own, with its files. */
export interface ComponentPage {
  readonly path: string;
  readonly html: string;
  /** Where its compiled files are. */
  readonly assetPath: string;
  readonly bundle: Configuration;
}

const name = 'components';
const assetPath = developmentPath(name);

/** The page at `/_ui`: every shared component in every state. Its sources are in platform/cli/src/dev/components/. */
export const componentPage: ComponentPage = {
  path: '/_ui',
  html: emptyPage(
    'Components',
    `
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assetPath}${name}.css">
<script type="module" src="${assetPath}${name}.js"></script>`,
  ),
  assetPath,
  bundle: componentBundle(),
};

/** Compiled like the shell's bundle, but with its own React. */
function componentBundle(): Configuration {
  const common = commonConfiguration({
    app: shell,
    platform: 'browser',
    mode: 'development',
    publicPath: assetPath,
    output: '',
  });
  return {
    ...common,
    name,
    context: join(import.meta.dirname, name),
    entry: { [name]: './main.tsx' },
    output: {
      ...common.output,
      uniqueName: name,
      path: join(root, '.cache', name),
      module: true,
      chunkFormat: 'module',
      filename: '[name].js',
      cssFilename: '[name].css',
    },
    cache: cacheOf(name, 'development'),
  };
}
