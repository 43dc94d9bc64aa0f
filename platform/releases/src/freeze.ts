/** A site on which nothing new goes live, until its owner lifts that. */
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Freeze, RoutePolicy } from '@site/shared/routes/policy.ts';
import { recordLimits } from './limits.ts';
import { readPolicy, type StoredPolicy } from './policy.ts';

/**
 * The policy with which nothing new goes live. Of a site that is frozen already, only the reason changes.
 *
 * @param reason one line for the teams; if it is empty, an earlier one stays
 * @throws {OperatorError} RELEASE-POLICY when the reason is too long, or no plain line
 */
export function frozenPolicy(policy: RoutePolicy, reason: string, now = new Date()): StoredPolicy {
  const since = policy.frozen?.since ?? now.toISOString();
  const why = reason.trim() || policy.frozen?.reason;
  const frozen: Freeze = { since, ...(why !== undefined && { reason: why }) };
  try {
    return readPolicy(JSON.stringify({ ...policy, frozen }), 'The policy with the freeze');
  } catch (cause) {
    throw new OperatorError(
      'RELEASE-POLICY',
      `The site isn’t frozen: the reason must be one line of plain text, ${recordLimits.freezeReason} characters at most. Shorten it.`,
      cause,
    );
  }
}

/** The policy with which versions go live again. */
export function liftedPolicy({ frozen: _lifted, ...policy }: StoredPolicy): StoredPolicy {
  return policy;
}

/** A policy that freezes what another one does, and nothing else: setting it changes nothing about that. */
export const withFreezeOf = ({ frozen }: RoutePolicy, policy: StoredPolicy): StoredPolicy => ({
  ...liftedPolicy(policy),
  ...(frozen && { frozen }),
});

/** Such as `since 2026-11-27T08:00:00.000Z (“Black Friday”)`. */
export const freezeText = ({ since, reason }: Freeze): string =>
  `since ${since}${reason === undefined ? '' : ` (“${reason}”)`}`;

/** The error for what would go live on a frozen site. It is in the store, and stays there. */
export const frozenError = (frozen: Freeze, app: string, version: string): OperatorError =>
  new OperatorError(
    'RELEASE-FROZEN',
    `${app}@${version} waits in the store: nothing new goes live ${freezeText(frozen)}. The site’s owner lifts that: npx site freeze --lift. What is live can be taken back: npx site rollback ${app}`,
  );
