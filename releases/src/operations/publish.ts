import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { assertCompatible } from '../compatibility.ts';
import { type Release, releaseId } from '../Release.ts';
import type { FolderStore } from '../store/FolderStore.ts';
import { verifyFolder, verifyStored } from '../verify.ts';

/**
 * Renders every page of a version with a shell, and checks its translations.
 *
 * @throws {OperatorError} RELEASE-TRIAL or RELEASE-CATALOGUE
 */
export type Preflight = (candidate: Release, shell: Release) => Promise<void>;

/** Options of `publish`. */
export interface PublishOptions {
  readonly store: FolderStore;
  readonly app: string;
  /** The built app. */
  readonly folder: string;
  readonly commit: string | undefined;
  /** The shell that is live; absent for the shell itself. */
  readonly shell: Release | undefined;
  readonly preflight: Preflight;
  /** Called with each step as it begins. */
  readonly onProgress?: (step: string) => void;
}

/** The result of `publish`. */
export interface PublishResult {
  readonly app: string;
  readonly version: string;
  /** False when the store already had the version. */
  readonly added: boolean;
}

/**
 * Verifies a built app and puts it into the store. Nothing goes live.
 *
 * @throws {OperatorError} when anything is wrong with the app; the store then stays as it was
 */
export async function publish(options: PublishOptions): Promise<PublishResult> {
  const { store, app, folder, commit, onProgress = () => {} } = options;
  onProgress(`verifying the files of ${app}`);
  const manifest = await verifyFolder(app, folder);
  const { version } = manifest;
  if (await isWhole(store, app, version)) return { app, version, added: false };
  const isDamaged = await store.has(app, version);
  if (app !== 'shell') await preflightWithShell({ manifest, folder }, options, onProgress);
  onProgress(`storing ${app}@${version}`);
  // The stored version was changed after it was published, by a disk error or by hand.
  if (isDamaged) await store.remove(app, version);
  await store.add(manifest, folder, { at: new Date().toISOString(), commit });
  return { app, version, added: true };
}

/** Whether the store has an intact copy of a version. */
async function isWhole(store: FolderStore, app: string, version: string): Promise<boolean> {
  try {
    await verifyStored(store, app, version);
    return true;
  } catch (error) {
    if (!(error instanceof OperatorError) || error.code === 'RELEASE-STORE') throw error;
    return false;
  }
}

async function preflightWithShell(
  candidate: Release,
  { shell, preflight }: Pick<PublishOptions, 'shell' | 'preflight'>,
  onProgress: (step: string) => void,
): Promise<void> {
  if (!shell) {
    const solution = 'Publish and promote a shell first.';
    throw new OperatorError('RELEASE-UNKNOWN', `No shell is live to try this remote with. ${solution}`);
  }
  assertCompatible(candidate.manifest, shell.manifest);
  onProgress(`rendering every page of ${releaseId(candidate)} with ${releaseId(shell)}`);
  await preflight(candidate, shell);
}
