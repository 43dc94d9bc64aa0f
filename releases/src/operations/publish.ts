import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Release } from '../Release.ts';
import type { WritableStore } from '../store/Store.ts';
import { assertFits } from '../verify/fits.ts';
import { verifyFolder } from '../verify/verifyFolder.ts';
import { verifyStored } from '../verify/verifyStored.ts';

/**
 * Renders every page of a version with a shell, and checks its catalogues.
 *
 * @throws {OperatorError} RELEASE-TRIAL or RELEASE-CATALOGUE
 */
export type Trial = (candidate: Release, shell: Release) => Promise<void>;

/** What publishing needs. */
export interface PublishOptions {
  readonly store: WritableStore;
  readonly app: string;
  /** The built app. */
  readonly folder: string;
  readonly commit: string | undefined;
  /** The shell that is live; absent for the shell itself. */
  readonly shell: Release | undefined;
  readonly trial: Trial;
  /** Told of each step as it begins. */
  readonly onProgress?: (step: string) => void;
}

/** What publishing did. */
export interface PublishResult {
  readonly app: string;
  readonly version: string;
  /** False when the store had this very version already. */
  readonly added: boolean;
}

/**
 * Verifies a built app and puts it into the store. Nothing goes live.
 *
 * @throws {OperatorError} and leaves the store as it was when anything is wrong with the app
 */
export async function publish(options: PublishOptions): Promise<PublishResult> {
  const { store, app, folder, commit, shell, trial, onProgress = () => {} } = options;
  onProgress(`verifying the files of ${app}`);
  const manifest = await verifyFolder(app, folder);
  const { version } = manifest;
  if (await isWhole(store, app, version)) return { app, version, added: false };
  const isDamaged = await store.has(app, version);
  if (app !== 'shell') await tryWithShell({ manifest, folder }, shell, trial, onProgress);
  onProgress(`storing ${app}@${version}`);
  // What is there under this version isn't what was published: a disk or a hand has changed it.
  if (isDamaged) await store.remove(app, version);
  await store.add(manifest, folder, { at: new Date().toISOString(), commit });
  return { app, version, added: true };
}

/** Whether the store has a version, every byte of it. */
async function isWhole(store: WritableStore, app: string, version: string): Promise<boolean> {
  try {
    await verifyStored(store, app, version);
    return true;
  } catch (error) {
    if (!(error instanceof OperatorError) || error.code === 'RELEASE-STORE') throw error;
    return false;
  }
}

type Progress = (step: string) => void;

async function tryWithShell(candidate: Release, shell: Release | undefined, trial: Trial, onProgress: Progress) {
  if (!shell) {
    const demand = 'Publish and promote a shell first.';
    throw new OperatorError('RELEASE-UNKNOWN', `No shell is live to try this remote with. ${demand}`);
  }
  const { name, version } = candidate.manifest;
  assertFits(candidate.manifest, shell.manifest);
  onProgress(`rendering every page of ${name}@${version} with shell@${shell.manifest.version}`);
  await trial(candidate, shell);
}
