import { storePath } from '@site/releases/names.ts';
import { whetherAccepted } from '@site/releases/operations/whetherAccepted.ts';
import type { StoredPolicy } from '@site/releases/policy.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import type { ReleaseTools } from './serviceTools.ts';

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
  const outcome = await whetherAccepted(faults, subject, signature.value);
  if (outcome === 'accepted') return [];
  if (outcome === 'unreported') return ['No server has reported it yet. Look at the list: npx site list'];
  throw new OperatorError(
    'RELEASE-REFUSED',
    `The store has the new ${subject === storePath.policy ? 'route policy' : `pointer of ${subject}`}, but servers refuse it, and what was ${subject === storePath.policy ? 'in force' : 'live'} before stays: ${outcome.message}`,
  );
}
