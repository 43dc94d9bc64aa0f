import type { ReadinessCheck } from '@site/node/probes.ts';
import type { ReleaseSource } from '@site/releases/Release.ts';
import { isStoreFailure } from '@site/releases/store/storeFailure.ts';
import type { Renderer } from '@site/renderer/workers/Renderer.ts';

/**
 * Fails while the store can't deliver a live remote. A server that has lost its store but has copies is ready, and so is one
 * that lacks only a remote that no server can show.
 */
export const storeCheck =
  (releases: ReleaseSource): ReadinessCheck =>
  async () => {
    const missing = [...releases.current().unreachable].flatMap(([remote, code]) =>
      isStoreFailure(code) ? [remote] : [],
    );
    return missing.length === 0 ? undefined : `The store has not handed over: ${missing.join(', ')}.`;
  };

/** Fails while nothing new can go live, since the store can't be read or has lost what is live: pages stay as they are. */
export const lostStoreCheck =
  (releases: ReleaseSource): ReadinessCheck =>
  async () => {
    const { lostStore } = releases;
    // `storeCheck` says more.
    if (!lostStore || (await storeCheck(releases)())) return undefined;
    const { code, since } = lostStore;
    return `Since ${since.toISOString()} the store can’t be read, or has lost what is live (${code}): the site shows what it knows.`;
  };

/** Fails while a remote of the route table can't be shown. `storeCheck` covers those that the store can't deliver. */
export const remotesCheck =
  (releases: ReleaseSource): ReadinessCheck =>
  async () => {
    const { gone, unreachable } = releases.current();
    const missing = gone.filter((remote) => !isStoreFailure(unreachable.get(remote)));
    return missing.length === 0 ? undefined : `No release can be shown of: ${missing.join(', ')}.`;
  };

/** Fails while the store has a pointer that isn't accepted: the earlier release stays live, and nothing newer goes live. */
export const pointersCheck =
  (releases: ReleaseSource): ReadinessCheck =>
  async () => {
    const refused = [...releases.current().refused].map(([app, code]) => `${app} (${code})`);
    return refused.length === 0 ? undefined : `Pointers in the store are refused: ${refused.join(', ')}.`;
  };

/** How many folders are named. */
const namedFolders = 5;

/** Fails while folders that aren't remotes have pointers that are refused: someone may be filling the store. */
export const foldersCheck =
  (releases: Pick<ReleaseSource, 'refusedFolders'>): ReadinessCheck =>
  async () => {
    const refused = [...(releases.refusedFolders ?? [])].map(([folder, code]) => `${folder} (${code})`);
    if (refused.length === 0) return undefined;
    const more = refused.length > namedFolders ? `, and ${refused.length - namedFolders} more` : '';
    return `Folders of the store that aren’t remotes have pointers that are refused: ${refused.slice(0, namedFolders).join(', ')}${more}.`;
  };

/** Fails while the store's route policy is refused, damaged or missing: the earlier one stays in force. */
export const policyCheck =
  (releases: ReleaseSource): ReadinessCheck =>
  async () => {
    const { refusedPolicy: code } = releases.current();
    return code && `The route policy in the store can’t be used (${code}): the one before stays in force.`;
  };

/** Fails while no page can be rendered. */
export const workersCheck =
  (renderer: Renderer): ReadinessCheck =>
  async () =>
    (await renderer.isReady()) ? undefined : 'No rendering worker has started.';
