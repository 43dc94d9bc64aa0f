import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { assertAppName, assertVersion } from '../names.ts';
import { entriesOf, pointerOf } from '../pointer.ts';
import type { WritableStore } from '../store/ReleaseStore.ts';

/**
 * Removes a version that nobody needs: one that was never live and isn't under rollout.
 *
 * @throws {OperatorError} RELEASE-UNKNOWN when the store doesn't have it, RELEASE-IN-USE when it is or was live, RELEASE-BUSY while
 *   another process changes what is live, RELEASE-POINTER when the pointer is damaged
 */
export async function forget(store: WritableStore, app: string, version: string): Promise<void> {
  assertAppName(app);
  assertVersion(version);
  // Under the pointer's lock, so that the version isn't promoted while it is being removed.
  await store.change(pointerOf(app), async (pointer) => {
    // A damaged pointer is undefined here but may name any version, so reading it throws.
    if (!pointer) await store.read(pointerOf(app));
    const id = `${app}@${version}`;
    if (pointer?.candidate?.version === version)
      throw inUse(`${id} is under rollout. End that first: npx site rollback ${app}`);
    if (pointer?.version === version) throw inUse(`${id} is live.`);
    if (entriesOf(pointer).some((entry) => entry.version === version))
      throw inUse(
        `${id} was live: open tabs and roll-backs may need it. “npx site prune” removes such versions in time.`,
      );
    if (!(await store.has(app, version)))
      throw new OperatorError(
        'RELEASE-UNKNOWN',
        `There is no ${id} in ${store.location}. “npx site list” shows what is.`,
      );
    await store.remove(app, version);
    return pointer;
  });
}

const inUse = (message: string): OperatorError => new OperatorError('RELEASE-IN-USE', message);
