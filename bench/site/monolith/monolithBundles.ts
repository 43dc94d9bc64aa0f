import { join } from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { shell } from '@site/kit/build/bundles/apps.ts';
import type { Bundles } from '@site/kit/build/bundles/bundlesOf.ts';
import type { Target } from '@site/kit/build/bundles/common.ts';
import { shellInBrowser, shellInline, shellOnServer } from '@site/kit/build/bundles/shell.ts';

/** The shell's own bundles with every page in them. All that differs are the modules that load remotes. */
export function monolithBundles(folder: string): Bundles {
  const inBrowser: Target = {
    app: shell,
    platform: 'browser',
    mode: 'production',
    publicPath: '/assets/shell/',
    output: join(folder, shell),
  };
  const onServer: Target = { ...inBrowser, platform: 'server' };
  return {
    browser: withImports(shellInBrowser(inBrowser)),
    server: [withImports(shellOnServer(onServer)), { ...shellInline(inBrowser), cache: false }],
  };
}

/** The chunk of a page: its folders, as the bundler writes them. */
export const chunkOfPage = (remote: string, module: string): string =>
  `${remote}-src-pages-${module.replace('./', '')}-page-ts`;

const replacement = (loader: RegExp, file: string) =>
  new rspack.NormalModuleReplacementPlugin(loader, join(import.meta.dirname, file));

/** The federated site's cache on disk must not hear of it. */
const withImports = (configuration: Configuration): Configuration => ({
  ...configuration,
  cache: false,
  plugins: [
    ...(configuration.plugins ?? []),
    replacement(/\/browserRemotes\.ts$/, 'browserImports.ts'),
    replacement(/\/serverRemotes\.ts$/, 'serverImports.ts'),
  ],
});
