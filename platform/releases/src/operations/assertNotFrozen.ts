import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import { frozenError } from '../freeze.ts';
import { bringsNothingNew } from '../nothingNew.ts';
import { routePolicy, type StoredPolicy } from '../policy.ts';
import type { Trust } from '../signing/Trust.ts';
import type { ReleaseStore } from '../store/ReleaseStore.ts';
import { ServiceStore } from '../store/ServiceStore.ts';
import { isStoreFailure } from '../store/storeFailure.ts';

/** Whose policy counts, and where it is. */
interface FreezeContext {
  readonly store: ReleaseStore;
  readonly trust: Trust | undefined;
  readonly app: string;
}

/**
 * Checks that a pointer may be set: on a frozen site, one that brings nothing new.
 *
 * @param current what it replaces: what is stored, accepted or not, because signing it again is a repair
 * @throws {OperatorError} RELEASE-FROZEN; or when nobody can tell whether the site is frozen, why the policy doesn't count
 */
export async function assertNotFrozen(
  { store, trust, app }: FreezeContext,
  next: Pointer,
  current: Pointer | undefined,
): Promise<void> {
  if (bringsNothingNew(next, current)) return;
  const version = newVersionOf(next, current);
  const policy = await statedPolicy(store, trust).catch((error: unknown) => {
    if (!(error instanceof OperatorError) || isStoreFailure(error.code)) throw error;
    const reason = error.message.slice(error.code.length + 1);
    throw new OperatorError(
      error.code,
      `${app}@${version} waits in the store, because nobody can tell whether the site is frozen: ${reason}`,
      error,
    );
  });
  if (policy?.frozen) throw frozenError(policy.frozen, app, version);
}

/**
 * What the owner has said last. It counts when its signature or key has ended: otherwise a freeze would begin or end by itself.
 *
 * @throws {OperatorError} RELEASE-POLICY when it is damaged, or as `Trust.assertStated` when someone else has written it
 */
export async function statedPolicy(store: ReleaseStore, trust: Trust | undefined): Promise<StoredPolicy | undefined> {
  const policy = await store.read(routePolicy);
  // A release service sends its own policy when its store has none. It looks at the store's before it takes a pointer.
  if (policy && !(store instanceof ServiceStore)) trust?.assertStated(routePolicy, policy);
  return policy;
}

/** The version that visitors would get anew. */
const newVersionOf = ({ version, candidate }: Pointer, current: Pointer | undefined): string =>
  candidate && version === current?.version ? candidate.version : version;
