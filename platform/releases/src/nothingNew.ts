import type { Pointer, PointerCandidate } from '@site/shared/contract/release.ts';
import { entriesOf } from './pointer.ts';

/**
 * Whether a pointer shows visitors nothing that they haven't had: the same version, signed again or without a rollout, or one that
 * was live before, with all that came after it given up, as `pointBackTo` makes it. Repairs are such pointers.
 *
 * @param current what it replaces
 */
export function bringsNothingNew(next: Pointer, current: Pointer | undefined): boolean {
  const known = entriesOf(current).map(({ version }) => version);
  const target = known.indexOf(next.version);
  // Its history too: what a pointer adds to it, the next one could go back to.
  if (target < 0 || next.previous.some(({ version }) => !known.includes(version))) return false;
  const newer = known.slice(0, target);
  const goesBack = next.previous.every(({ version, isGivenUp }) => isGivenUp || !newer.includes(version));
  return goesBack && isNoMore(next.candidate, current?.candidate);
}

/** Whether no more visitors get a candidate than before. */
const isNoMore = (next: PointerCandidate | undefined, current: PointerCandidate | undefined): boolean =>
  next === undefined ||
  (current !== undefined &&
    next.version === current.version &&
    next.salt === current.salt &&
    next.share <= current.share);
