import { statedPolicy } from '@site/releases/operations/assertNotFrozen.ts';
import { type PolicyEffect, policyEffect } from '@site/releases/policyEffect.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import type { StoreReader } from './StoreReader.ts';

/** What a change would make of the route policy. */
export interface PolicyProposal {
  /** Without a signature; undefined when it is refused. */
  readonly next: RoutePolicy | undefined;
  readonly effect: PolicyEffect | undefined;
  /** The serial of the stored policy. */
  readonly replaced: number | undefined;
  /** Why it can't be. */
  readonly refused: string | undefined;
}

/**
 * Reads what a change would make of the route policy. Nothing is changed.
 *
 * @param change makes the next policy; what it throws is why it can't be
 */
export async function proposePolicy(
  reader: StoreReader,
  change: (current: RoutePolicy) => RoutePolicy | Promise<RoutePolicy>,
): Promise<PolicyProposal> {
  const { store, trust, policy: otherwise } = reader.options;
  const nothing = { next: undefined, effect: undefined, replaced: undefined };
  try {
    // Nobody signs here what somebody else has written.
    const stored = await statedPolicy(store, trust);
    const { signature: _, ...current } = { signature: undefined, ...(stored ?? otherwise) };
    const next = await change(current);
    const live = (await reader.liveRemotes()).map(({ manifest }) => manifest);
    return { next, effect: policyEffect(current, next, live), replaced: stored?.signature?.serial, refused: undefined };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { ...nothing, refused: error.message };
  }
}
