import { setTimeout as delay } from 'node:timers/promises';
import { storePath } from '@site/releases/names.ts';
import type { StoredPolicy } from '@site/releases/policy.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import type { ReleaseTools } from './serviceTools.ts';

/** Milliseconds between two checks of the servers' reports. */
const interval = 200;

/** How long to wait for servers to accept a pointer, in milliseconds: they check at least every two seconds. */
const patience = 5_000;

/**
 * Waits until a running site reports that it has accepted a pointer or a route policy. Without a signature, or a site that
 * reports here, there is nothing to wait for.
 *
 * @param subject an app, or `policy.json`
 * @returns a sentence for the operator when no server has reported within five seconds; else nothing
 * @throws {OperatorError} RELEASE-REFUSED when servers refuse it
 */
export async function readBack(
  { faults, site }: Pick<ReleaseTools, 'faults' | 'site'>,
  subject: string,
  { signature }: Pointer | StoredPolicy,
): Promise<readonly string[]> {
  if (!signature || !(await site())) return [];
  for (let waited = 0; waited < patience; waited += interval) {
    if ((await faults.acceptedPointer(subject)) === signature.value) return [];
    await delay(interval);
  }
  const refused = await faults.ofPointer(subject);
  if (!refused) return ['No server has reported it yet. Look at the list: npx site list'];
  throw new OperatorError(
    'RELEASE-REFUSED',
    `The store has the new ${subject === storePath.policy ? 'route policy' : `pointer of ${subject}`}, but servers refuse it, and what was ${subject === storePath.policy ? 'in force' : 'live'} before stays: ${refused.message}`,
  );
}
