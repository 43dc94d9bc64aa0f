import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer, PointerCandidate } from '@site/shared/contract/release.ts';
import { offer, pointTo, withoutCandidate } from '../pointer.ts';
import type { WritableStore } from '../store/ReleaseStore.ts';
import { changeLive, makeLive, type PromoteOptions, pointerChanged } from './makeLive.ts';

/** A step of a rollout: the percentage of visitors who get a version. */
export interface Step {
  readonly version: string;
  readonly share: number;
  /** The step that this one must follow; any or none if not given. */
  readonly after?: PointerCandidate | undefined;
}

/**
 * Shows a published version to a share of the visitors, or changes that share. A share of 100 makes it live.
 *
 * @throws {OperatorError} RELEASE-STEPS when the app has no live version to compare with, is the shell, the version is
 *   already live, or another one is under rollout; RELEASE-BUSY when the rollout isn't at the step that this one follows; else as `promote`
 */
export async function promoteStep(
  store: WritableStore,
  app: string,
  { version, share, after }: Step,
  options: PromoteOptions = {},
): Promise<Pointer> {
  return await makeLive(store, app, version, options, (current) => {
    if (after && !isAt(current, after)) throw pointerChanged(app, current?.version);
    if (share === 100) return pointTo(version, current);
    assertSteps(app, version, current);
    return offer(version, share, current);
  });
}

function assertSteps(app: string, version: string, current: Pointer | undefined): asserts current is Pointer {
  if (app === 'shell')
    throw new OperatorError('RELEASE-STEPS', 'The shell goes live at once: without --share. Servers check it first.');
  if (!current)
    throw new OperatorError('RELEASE-STEPS', `No version of ${app} is live. Promote the first one without --share.`);
  if (current.version === version)
    throw new OperatorError('RELEASE-STEPS', `${app}@${version} is live: all visitors get it.`);
  const { candidate } = current;
  if (candidate && candidate.version !== version)
    throw new OperatorError(
      'RELEASE-STEPS',
      `${candidate.share} % of visitors get ${app}@${candidate.version} since ${candidate.since}. Promote that one, or end its rollout first: npx site rollback ${app}`,
    );
}

/**
 * Ends a rollout, so that nobody gets the candidate any more.
 *
 * @param step the rollout's current step
 * @throws {OperatorError} RELEASE-BUSY when it is at another one
 */
export async function endSteps(
  store: WritableStore,
  app: string,
  step: PointerCandidate,
  options: PromoteOptions,
): Promise<Pointer> {
  return await changeLive(store, app, options, async (known) => {
    if (!known || !isAt(known, step)) throw pointerChanged(app, known?.version);
    return withoutCandidate(known);
  });
}

const isAt = (pointer: Pointer | undefined, { salt, since }: PointerCandidate): boolean =>
  pointer?.candidate?.salt === salt && pointer.candidate.since === since;
