import type { PromoteOptions } from '@site/releases/operations/makeLive.ts';
import type { CommandStore } from './openTools.ts';
import type { ReleaseSigning, ReleaseTools, SigningOptions } from './serviceTools.ts';

/** Options of every command that signs. */
export interface SignedOptions extends CommandStore {
  /** How long a pointer is valid, in milliseconds. */
  readonly days?: number | undefined;
}

export const signingOptions = ({ key, days: life }: SignedOptions): SigningOptions => ({
  key,
  ...(life !== undefined && { life }),
});

/** @throws {OperatorError} as `ReleaseSigning.pointers` */
export const promoteOptions = async (
  { pointers, trust }: ReleaseSigning,
  { policy }: Pick<ReleaseTools, 'policy'>,
): Promise<PromoteOptions> => ({ signing: await pointers(), trust, policy });
