import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { StoredPolicy } from '../policy.ts';
import type { SigningKey } from '../signing/keys.ts';
import { signPolicy } from '../signing/signatures.ts';
import type { Trust } from '../signing/Trust.ts';
import type { WritableStore } from '../store/ReleaseStore.ts';

/** How a policy is signed, and what servers accept. */
export interface SetPolicyOptions {
  readonly key?: SigningKey | undefined;
  /** Whose signatures servers accept, where that is known. */
  readonly trust?: Trust | undefined;
}

/**
 * Makes a route policy that of the store. Servers follow it within a second.
 *
 * @throws {OperatorError} RELEASE-BUSY, or one of `Trust.assertPolicy`'s when servers would not accept it
 */
export async function setPolicy(
  store: WritableStore,
  policy: StoredPolicy,
  { key, trust }: SetPolicyOptions = {},
): Promise<void> {
  await store.changePolicy((current) => {
    const known = acceptedBy(trust, current);
    if (current?.signature && !key)
      throw new OperatorError(
        'RELEASE-UNSIGNED',
        'The route policy is signed: servers would refuse one that isn’t. Give the key: --key FILE, or PROMOTE_KEY.',
      );
    const next = key ? signPolicy(policy, known, key) : policy;
    trust?.assertPolicy(next, known);
    return next;
  });
}

/**
 * Makes a route policy that of the store, as its owner has signed it elsewhere.
 *
 * @param replaced the serial of the policy that it was made from; undefined when there was none
 * @throws {OperatorError} RELEASE-BUSY when another policy was set since, or one of `Trust.assertPolicy`'s
 */
export async function acceptPolicy(
  store: WritableStore,
  policy: StoredPolicy,
  replaced: number | undefined,
  trust: Trust,
): Promise<void> {
  await store.changePolicy((current) => {
    const known = acceptedBy(trust, current);
    if (known?.signature?.serial !== replaced)
      throw new OperatorError(
        'RELEASE-BUSY',
        'Another route policy was set in the meantime. Look at it, then try again.',
      );
    trust.assertPolicy(policy, known);
    return policy;
  });
}

/** A policy that a trusted key has signed; any one where keys are unknown. */
function acceptedBy(trust: Trust | undefined, policy: StoredPolicy | undefined): StoredPolicy | undefined {
  try {
    if (policy) trust?.assertPolicy(policy, undefined);
    return policy;
  } catch {
    return undefined;
  }
}
