import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { StoredPolicy } from '../policy.ts';
import { signPolicy } from '../signing/signatures.ts';
import type { Trust } from '../signing/Trust.ts';
import type { WritableStore } from '../store/ReleaseStore.ts';
import type { PromoteOptions } from './makeLive.ts';

/**
 * Makes a route policy that of the store. Servers follow it within a second.
 *
 * @returns the policy as it is in the store, with its signature
 * @throws {OperatorError} RELEASE-BUSY, or one of `Trust.assertPolicy`'s when servers would not accept it
 */
export async function setPolicy(
  store: WritableStore,
  policy: StoredPolicy,
  { signing, trust }: PromoteOptions = {},
): Promise<StoredPolicy> {
  let next = policy;
  await store.changePolicy((current) => {
    const known = acceptedBy(trust, current);
    if (current?.signature && !signing)
      throw new OperatorError(
        'RELEASE-UNSIGNED',
        'The route policy is signed: servers would refuse one that isn’t. Give the key: --key FILE, or RELEASE_KEY.',
      );
    next = signing ? signPolicy(policy, known, signing) : policy;
    trust?.assertPolicy(next, known);
    return next;
  });
  return next;
}

/**
 * Makes a route policy that of the store, as its owner has signed it elsewhere.
 *
 * @param replaced the serial of the stored policy that it was made from; undefined when there was none
 * @throws {OperatorError} RELEASE-BUSY when another policy was set since, or one of `Trust.assertPolicy`'s
 */
export async function acceptPolicy(
  store: WritableStore,
  policy: StoredPolicy,
  replaced: number | undefined,
  trust: Trust,
): Promise<void> {
  await store.changePolicy((current) => {
    // Also one that is no longer accepted is replaced: its sender has seen it.
    if (current?.signature?.serial !== replaced)
      throw new OperatorError(
        'RELEASE-BUSY',
        'Another route policy was set in the meantime. Look at it, then try again.',
      );
    trust.assertPolicy(policy, acceptedBy(trust, current));
    return policy;
  });
}

/** A policy that a trusted key has signed, also when its time is over; any one where keys are unknown. */
function acceptedBy(trust: Trust | undefined, policy: StoredPolicy | undefined): StoredPolicy | undefined {
  try {
    if (policy) trust?.assertSignedPolicy(policy);
    return policy;
  } catch {
    return undefined;
  }
}
