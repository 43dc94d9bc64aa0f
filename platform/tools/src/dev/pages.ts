/** The development server's own pages, and the script that it adds to every page. */
import { join } from 'node:path';
import type { Configuration } from '@rspack/core';
import { cacheOf } from '@site/kit/build/bundles/cache.ts';
import { commonConfiguration } from '@site/kit/build/bundles/common.ts';
import { root, shell } from '@site/kit/build/bundles/project.ts';
import { developmentPath } from './DevelopedApp.ts';

/** The path of the development server's own files. */
export const developmentPrefix = '/_dev/';

/**
 * Adds the script that shows problems to a document.
 *
 * @param revision number of the build that the document was rendered from
 */
export function withClient(html: string, revision = 0): string {
  const script = `<script type="module" src="${developmentPrefix}client.mjs?revision=${revision}"></script>`;
  return html.replace('</head>', `${script}\n</head>`);
}

function emptyPage(title: string, head = ''): string {
  return withClient(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>${head}
</head>
<body></body>
</html>
`);
}

/** Replaces every page while the shell can't be built. */
export const waitingPage = emptyPage('The shell is not built yet');

const name = 'components';
const assetPath = developmentPath(name);

/** The page at `/_ui`: every shared component in every state. Its sources are in platform/tools/src/dev/components/. */
export const componentPage = {
  path: '/_ui',
  html: emptyPage(
    'Components',
    `
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assetPath}${name}.css">
<script type="module" src="${assetPath}${name}.js"></script>`,
  ),
  /** Where its compiled files are. */
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
    cache: cacheOf(name),
  };
}
