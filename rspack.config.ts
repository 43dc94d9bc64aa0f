/**
 * Every bundle of the project. `npm run build` and `npm run dev` ask for the apps they need;
 * each app has a bundle for browsers and one for the rendering process. The factories are in tools/bundles/.
 */
import { join } from 'node:path';
import type { Configuration } from '@rspack/core';
import { apps, shell } from './tools/bundles/apps.ts';
import type { Target } from './tools/bundles/common.ts';
import { describeRemote } from './tools/bundles/describeRemote.ts';
import { buildFolder } from './tools/bundles/folders.ts';
import { remoteInBrowser, remoteOnServer } from './tools/bundles/remote.ts';
import { shellInBrowser, shellInline, shellOnServer } from './tools/bundles/shell.ts';

/** What to build an app for. */
export interface BundleOptions {
  readonly mode: Target['mode'];
  /** Where browsers will find the app's files: absolute, ends with a slash. */
  readonly publicPath: string;
  /** Folder that gets a folder for each app. */
  readonly folder: string;
}

/** The configurations of an app. */
export interface Bundles {
  readonly browser: Configuration;
  /** For the rendering process, and the shell's inline scripts. */
  readonly server: readonly Configuration[];
}

/** Configures the bundles of an app. */
export async function bundlesOf(app: string, { mode, publicPath, folder }: BundleOptions): Promise<Bundles> {
  const inBrowser: Target = { app, platform: 'browser', mode, publicPath, output: join(folder, app) };
  const onServer: Target = { ...inBrowser, platform: 'server' };
  if (app === shell) {
    return { browser: shellInBrowser(inBrowser), server: [shellOnServer(onServer), shellInline(inBrowser)] };
  }
  const remote = await describeRemote(app);
  return { browser: remoteInBrowser(inBrowser, remote), server: [remoteOnServer(onServer, remote)] };
}

/** All configurations, for Rspack's own command line. */
export default async function configurations(): Promise<Configuration[]> {
  const options = (app: string): BundleOptions => ({
    mode: 'production',
    publicPath: `/assets/${app}/`,
    folder: buildFolder,
  });
  const all = await Promise.all(apps.map((app) => bundlesOf(app, options(app))));
  return all.flatMap(({ browser, server }) => [browser, ...server]);
}
