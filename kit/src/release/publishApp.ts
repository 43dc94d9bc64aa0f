import { join } from 'node:path';
import { ReleaseCache } from '@site/releases/follow/ReleaseCache.ts';
import { type Preflight, type PublishResult, publish } from '@site/releases/operations/publish.ts';
import type { Release } from '@site/releases/Release.ts';
import { preflight } from '@site/server/preflight/preflight.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { build } from '../build/build.ts';
import { shell } from '../build/bundles/apps.ts';
import { buildFolder } from '../build/bundles/folders.ts';
import { fingerprint } from '../build/fingerprint.ts';
import { problemsOfApp } from '../check/problemsOfApp.ts';
import { checkedOut } from './checkedOut.ts';
import type { ReleaseTools } from './settings.ts';

/** How to publish. */
export interface PublishAppOptions {
  /** A folder with the built app, instead of building it now. */
  readonly folder?: string | undefined;
  /** Address of the store as browsers see it, when they are to fetch the remote's files from there. */
  readonly origin?: string | undefined;
  /** Where the pages of a remote are rendered before it is stored. */
  readonly preflight: 'server' | 'server and browser';
  /** False for who builds to look at it: publishing for others looks at the sources first. */
  readonly checksSources?: boolean;
  readonly onProgress?: (step: string) => void;
}

/** What publishing did, and with what. */
export interface PublishedApp extends PublishResult {
  readonly commit: string | undefined;
  /** Files that differ from the commit. */
  readonly uncommitted: readonly string[];
}

/**
 * Checks and builds an app if its sources have changed, verifies it, runs its preflight, and stores it. Errors as `publish` and `build`, and
 *
 * @throws {OperatorError} RELEASE-CHECK when the sources have a problem that a check finds
 */
export async function publishApp(app: string, tools: ReleaseTools, options: PublishAppOptions): Promise<PublishedApp> {
  const { origin, checksSources = true, onProgress = () => {} } = options;
  const { commit, uncommitted } = await checkedOut();
  if (!options.folder) {
    const isStored = await tools.store.has(app, fingerprint(app, origin));
    if (checksSources && !isStored) await assertChecked(app, onProgress);
    onProgress(`building ${app}`);
    await build(app, origin);
  }
  const published = await publish({
    store: tools.store,
    app,
    folder: options.folder ?? join(buildFolder, app),
    commit,
    shell: app === shell ? undefined : await liveShell(tools),
    preflight: options.preflight === 'server' ? preflight : inBrowserToo(onProgress),
    onProgress,
  });
  return { ...published, commit, uncommitted };
}

async function assertChecked(app: string, onProgress: (step: string) => void): Promise<void> {
  onProgress(`checking the sources of ${app}`);
  const problems = await problemsOfApp(app);
  if (problems.length === 0) return;
  throw new OperatorError('RELEASE-CHECK', `The sources of ${app} have problems:\n${problems.join('\n')}`);
}

const inBrowserToo =
  (onProgress: (step: string) => void): Preflight =>
  async (candidate, liveShell) => {
    await preflight(candidate, liveShell);
    // Other commands do without what drives browsers.
    const { tryInBrowser } = await import('./tryInBrowser.ts');
    await tryInBrowser(candidate, liveShell, onProgress);
  };

async function liveShell({ store, settings }: ReleaseTools): Promise<Release | undefined> {
  const pointer = await store.pointer(shell);
  return pointer && (await new ReleaseCache(store, join(settings.DATA_DIR, 'releases')).get(shell, pointer.version));
}
