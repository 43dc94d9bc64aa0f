import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from '@site/shared/contract/release.ts';
import type { KnownFaults } from '../FaultLog.ts';

/** Milliseconds between two checks of the servers' reports. */
const interval = 200;

/** How long to wait for servers to accept a record, in milliseconds: they check at least every two seconds. */
const patience = 5_000;

/**
 * Waits until a server of the site reports that it has accepted a pointer or a route policy.
 *
 * @param subject an app, or `policy.json`
 * @param signature the record's, which says which one it is
 * @returns `unreported` when no server has said so within five seconds, or why they refuse it
 */
export async function whetherAccepted(
  faults: Pick<KnownFaults, 'acceptedPointer' | 'ofPointer'>,
  subject: string,
  signature: string,
): Promise<'accepted' | 'unreported' | Fault> {
  for (let waited = 0; waited < patience; waited += interval) {
    if ((await faults.acceptedPointer(subject)) === signature) return 'accepted';
    await delay(interval);
  }
  return (await faults.ofPointer(subject)) ?? 'unreported';
}
