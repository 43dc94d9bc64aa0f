import { join } from 'node:path';
import type { Configuration } from '@rspack/core';
import { shell } from '../project.ts';
import type { Target } from './common.ts';
import { describeRemote, remoteInBrowser, remoteOnServer } from './remote.ts';

/** How to build an app. */
export interface BundleOptions {
  readonly mode: Target['mode'];
  /** Address of the browser files: absolute, ends with a slash. */
  readonly publicPath: string;
  /** Parent folder of the app's output. */
  readonly folder: string;
}

/** The configurations of an app. */
export interface Bundles {
  readonly browser: Configuration;
  /** For the rendering process; also the shell's renderer for isolates and its inline scripts. */
  readonly server: readonly Configuration[];
}

/** Configures the bundles of an app. */
export async function bundlesOf(app: string, { mode, publicPath, folder }: BundleOptions): Promise<Bundles> {
  const inBrowser: Target = { app, platform: 'browser', mode, publicPath, output: join(folder, app) };
  const onServer: Target = { ...inBrowser, platform: 'server' };
  if (app === shell) {
    // A team's kit contains nothing that builds a shell.
    const { shellInBrowser, shellInIsolate, shellInline, shellOnServer } = await import('./shell.ts');
    const server = [shellOnServer(onServer), shellInIsolate(onServer), shellInline(inBrowser)];
    return { browser: shellInBrowser(inBrowser), server };
  }
  const remote = await describeRemote(app);
  return { browser: remoteInBrowser(inBrowser, remote), server: [remoteOnServer(onServer, remote)] };
}
