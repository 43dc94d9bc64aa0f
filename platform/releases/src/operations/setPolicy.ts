import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { StoredPolicy } from '../policy.ts';
import { signPolicy } from '../signing/signatures.ts';
import type { Trust } from '../signing/Trust.ts';
import type { WritableStore } from '../store/ReleaseStore.ts';
import type { PromoteOptions } from './makeLive.ts';

/**
 * Sets the store's route policy. Servers follow it within a second.
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
 * Sets a route policy that the shell's owner has signed elsewhere.
 *
 * @param replaced the serial of the stored policy that it replaces; undefined when there was none
 * @throws {OperatorError} RELEASE-BUSY when another policy was set since, or one of `Trust.assertPolicy`'s
 */
export async function acceptPolicy(
  store: WritableStore,
  policy: StoredPolicy,
  replaced: number | undefined,
  trust: Trust,
): Promise<void> {
  await store.changePolicy((current) => {
    // Replaces even a policy that is no longer accepted: the sender has seen it.
    if (current?.signature?.serial !== replaced)
      throw new OperatorError('RELEASE-BUSY', 'Another route policy was set meanwhile. Look at it, then try again.');
    trust.assertPolicy(policy, acceptedBy(trust, current));
    return policy;
  });
}

/** The policy if a trusted key has signed it, even if it has expired; any policy if the keys are unknown. */
function acceptedBy(trust: Trust | undefined, policy: StoredPolicy | undefined): StoredPolicy | undefined {
  try {
    if (policy) trust?.assertSignedPolicy(policy);
    return policy;
  } catch {
    return undefined;
  }
}
