import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import type { WritableStore } from '../store/Store.ts';
import { pointBackTo } from './history.ts';
import { makeLive } from './promote.ts';

/**
 * Makes an earlier version live again: the given one, or the one before that is still in the store.
 *
 * @throws {OperatorError} RELEASE-NOTHING-BEFORE, else as `promote`
 */
export async function rollback(store: WritableStore, app: string, version?: string): Promise<Pointer> {
  const target = version ?? (await versionBefore(store, app));
  return await makeLive(store, app, target, (current) => pointBackTo(target, current));
}

async function versionBefore(store: WritableStore, app: string): Promise<string> {
  for (const { version, isGivenUp } of (await store.pointer(app))?.previous ?? []) {
    if (!isGivenUp && (await store.has(app, version))) return version;
  }
  throw new OperatorError(
    'RELEASE-NOTHING-BEFORE',
    `Nothing of ${app} was live before. Promote a version: \`npm run release -- list\` shows them.`,
  );
}
