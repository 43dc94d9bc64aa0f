import { randomBytes } from 'node:crypto';
import { makeLive, type PromoteOptions } from '@site/releases/operations/makeLive.ts';
import { isAt } from '@site/releases/operations/promote.ts';
import { pointerOf, pointTo } from '@site/releases/pointer.ts';
import { changedError } from '@site/releases/signedRecord.ts';
import type { WritableStore } from '@site/releases/store/ReleaseStore.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer, PointerCandidate } from '@site/shared/contract/release.ts';

/** What percentage of visitors shall get a version. */
export interface RolloutShare {
  readonly version: string;
  readonly share: number;
  /** The rollout that must still be the current one; any or none if not given. */
  readonly after?: PointerCandidate | undefined;
}

/**
 * Shows a published version to a share of the visitors, or changes that share. A share of 100 makes it live.
 *
 * @throws {OperatorError} RELEASE-ROLLOUT, RELEASE-BUSY when another rollout than `after` is the current one; else as `promote`
 */
export async function setRollout(
  store: WritableStore,
  app: string,
  { version, share, after }: RolloutShare,
  options: PromoteOptions = {},
): Promise<Pointer> {
  return await makeLive(store, app, version, options, (current) => {
    if (after && !isAt(current, after)) throw changedError(pointerOf(app), current);
    if (share === 100) return pointTo(version, current);
    assertMayRollOut(app, version, current);
    return pointWithRollout(version, share, current);
  });
}

/**
 * Checks that a version may go to a share of the visitors: beside a live one, and no other rollout.
 *
 * @throws {OperatorError} RELEASE-ROLLOUT
 */
export function assertMayRollOut(
  app: string,
  version: string,
  current: Pointer | undefined,
): asserts current is Pointer {
  if (app === 'shell')
    throw new OperatorError('RELEASE-ROLLOUT', 'The shell goes live at once: without --share. Servers check it first.');
  if (!current)
    throw new OperatorError('RELEASE-ROLLOUT', `No version of ${app} is live. Promote the first one without --share.`);
  if (current.version === version)
    throw new OperatorError('RELEASE-ROLLOUT', `${app}@${version} is live: all visitors get it.`);
  const { candidate } = current;
  if (candidate && candidate.version !== version)
    throw new OperatorError(
      'RELEASE-ROLLOUT',
      `${candidate.share} % of visitors get ${app}@${candidate.version} since ${candidate.since}. Promote that one, or end its rollout first: npx site rollback ${app}`,
    );
}

/** The pointer that shows a version to a share of the visitors. Visitors who already had it keep it. */
export function pointWithRollout(version: string, share: number, current: Pointer): Pointer {
  const known = current.candidate?.version === version ? current.candidate : undefined;
  const salt = known?.salt ?? randomBytes(16).toString('base64url');
  return { ...current, candidate: { version, share, since: new Date().toISOString(), salt } };
}
