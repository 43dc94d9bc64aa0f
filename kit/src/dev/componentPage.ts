import { join } from 'node:path';
import type { Configuration } from '@rspack/core';
import { shell } from '../build/bundles/apps.ts';
import { cacheOf } from '../build/bundles/cache.ts';
import { commonConfiguration } from '../build/bundles/common.ts';
import { root } from '../build/bundles/folders.ts';
import { developmentPath } from './builds/DevelopedApp.ts';
import { withClient } from './client/page.ts';

/** A page that only developers see. */
export interface ComponentPage {
  readonly path: string;
  readonly html: string;
  /** Where its compiled files are. */
  readonly assetPath: string;
  readonly bundle: Configuration;
}

const name = 'components';
const assetPath = developmentPath(name);

const html = withClient(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Components</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assetPath}${name}.css">
<script type="module" src="${assetPath}${name}.js"></script>
</head>
<body></body>
</html>
`);

/** The page at `/_ui`: every shared component in every state. Its sources are in kit/src/dev/components/. */
export const componentPage: ComponentPage = {
  path: '/_ui',
  html,
  assetPath,
  bundle: bundle(),
};

/** A page of its own, compiled as the shell is: its React is the only one there. */
function bundle(): Configuration {
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
    cache: cacheOf(name),
  };
}
