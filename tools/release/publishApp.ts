import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LocalCopies, type PublishResult, publish, type Release } from '@site/releases';
import { tryRelease } from '../../shell/server/trial/tryRelease.ts';
import { build } from '../build/build.ts';
import { shell } from '../bundles/apps.ts';
import { buildFolder, root } from '../bundles/folders.ts';
import type { ReleaseTools } from './settings.ts';

/** How to publish. */
export interface PublishAppOptions {
  /** A folder with the built app, instead of building it now. */
  readonly folder?: string | undefined;
  /** Address of the store as browsers see it, when they are to fetch the remote's files from there. */
  readonly origin?: string | undefined;
  readonly onProgress?: (step: string) => void;
}

/** Builds an app if its sources have changed, verifies and tries it, and stores it. Errors as `publish` and `build`. */
export async function publishApp(app: string, tools: ReleaseTools, options: PublishAppOptions): Promise<PublishResult> {
  const { onProgress = () => {} } = options;
  if (!options.folder) {
    onProgress(`building ${app}`);
    await build(app, options.origin);
  }
  return await publish({
    store: tools.store,
    app,
    folder: options.folder ?? join(buildFolder, app),
    commit: await currentCommit(),
    shell: app === shell ? undefined : await liveShell(tools),
    trial: tryRelease,
    onProgress,
  });
}

async function liveShell({ store, settings }: ReleaseTools): Promise<Release | undefined> {
  const pointer = await store.pointer(shell);
  return pointer && (await new LocalCopies(store, join(settings.DATA_DIR, 'releases')).get(shell, pointer.version));
}

/** The commit that is checked out, marked when files have been changed since; nothing outside of a repository. */
async function currentCommit(): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('git', ['describe', '--always', '--dirty', '--exclude', '*'], {
      cwd: root,
    });
    return stdout.trim();
  } catch {
    return undefined;
  }
}
