import { isDeepStrictEqual } from 'node:util';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { routePolicy, type StoredPolicy } from '../policy.ts';
import { changedError, type Signed, type SignedRecord } from '../signedRecord.ts';
import { type RecordSigning, signRecord } from '../signing/signatures.ts';
import { acceptedBy, type Trust } from '../signing/Trust.ts';
import type { WritableStore } from '../store/ReleaseStore.ts';

/** How a record is signed, and which signatures servers accept. */
export interface SetOptions {
  /** Signs it. Setting the same again renews the signature. */
  readonly signing?: RecordSigning | undefined;
  /** Whose signatures servers accept, if known. */
  readonly trust?: Trust | undefined;
}

/**
 * Changes a pointer or the route policy, and signs it. Servers follow it within a second.
 *
 * @param next makes the next value from the currently accepted one and the stored one
 * @returns what is in the store now, with its signature
 * @throws {OperatorError} RELEASE-UNSIGNED without a key for what is signed, RELEASE-BUSY, one of `Trust.assertCurrent`'s when
 *   servers would not accept it, and whatever `next` throws
 */
export const setRecord = async <Value extends Signed>(
  store: WritableStore,
  record: SignedRecord<Value>,
  { signing, trust }: SetOptions,
  next: (known: Value | undefined, current: Value | undefined) => Promise<Value>,
): Promise<Value> =>
  await store.change(record, async (current) => {
    // Never sign a history that someone else has written.
    const known = acceptedBy(trust, record, current);
    const wanted = await next(known, current);
    if (current?.signature && wanted !== known && !signing)
      throw new OperatorError(
        'RELEASE-UNSIGNED',
        `${record.words.name} is signed: servers would refuse one that isn’t. Give the key: --key FILE, or RELEASE_KEY.`,
      );
    const value = signing ? signRecord(record, wanted, known, signing) : wanted;
    trust?.assertCurrent(record, value, known);
    return value;
  });

/** Sets the store's route policy. */
export const setPolicy = (
  store: WritableStore,
  policy: StoredPolicy,
  options: SetOptions = {},
): Promise<StoredPolicy> => setRecord(store, routePolicy, options, async () => policy);

/**
 * Sets the store's route policy in place of one that has been looked at.
 *
 * @param seen the one that was in the store; undefined when there was none, or a damaged one
 * @throws {OperatorError} RELEASE-BUSY when there is another one now, which may have frozen the site, else as `setRecord`
 */
export const replacePolicy = (
  store: WritableStore,
  policy: StoredPolicy,
  seen: StoredPolicy | undefined,
  options: SetOptions = {},
): Promise<StoredPolicy> =>
  setRecord(store, routePolicy, options, async (_known, current) => {
    if (!isDeepStrictEqual(current, seen)) throw changedError(routePolicy, current);
    return policy;
  });

/**
 * Stores a pointer or a route policy that its owner has signed elsewhere.
 *
 * @param replaced the serial of the stored one that it replaces; undefined when there was none
 * @param assertMay called with the stored one, before anything changes
 * @throws {OperatorError} RELEASE-BUSY when another one was stored since, or one of `Trust.assertCurrent`'s
 */
export async function acceptRecord<Value extends Signed>(
  store: WritableStore,
  record: SignedRecord<Value>,
  value: NoInfer<Value>,
  replaced: number | undefined,
  trust: Trust,
  assertMay: (current: Value | undefined) => Promise<void> = async () => {},
): Promise<void> {
  await store.change(record, async (current) => {
    // Replaces even one that is no longer accepted: the sender has seen it.
    if (current?.signature?.serial !== replaced) throw changedError(record, current);
    trust.assertCurrent(record, value, acceptedBy(trust, record, current));
    await assertMay(current);
    return value;
  });
}
