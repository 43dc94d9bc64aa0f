import { isDeepStrictEqual } from 'node:util';
import type { Pointer, PointerEntry } from '@site/shared/contract/release.ts';
import { entriesOf } from '../pointer.ts';
import type { StoredPolicy } from '../policy.ts';

/** What a signed record has changed, compared with the one before it. */
export interface LogAct {
  /**
   * `live`: a version went live; `back`: an earlier one did, and another was given up. `rollout`, `share`, `completed`, `ended`: a
   * version went to a first share of the visitors, to another one, to all, or back to none. `renewed`: only the signature is new.
   * `named`: nothing is known of what was before. `policy`: the route policy was set; `frozen`, `lifted`: only whether anything new goes
   * live.
   */
  readonly kind:
    | 'live'
    | 'back'
    | 'rollout'
    | 'share'
    | 'completed'
    | 'ended'
    | 'renewed'
    | 'named'
    | 'policy'
    | 'frozen'
    | 'lifted';
  readonly version?: string;
  /** The version that was live before, or that was given up. */
  readonly before?: string;
  /** Percentage of visitors who get the version, and who got it before. */
  readonly share?: number;
  readonly shareBefore?: number;
  /** The parts of the policy that differ, such as `claims.blog`. */
  readonly changed?: readonly string[];
}

/** What a kind of record says of what happened. */
export interface ActsOf<Value> {
  /** Since when it says something, ISO 8601, if it says that. */
  readonly since: (value: Value) => string | undefined;
  /** @param before the record that it has replaced, if that is known */
  readonly act: (value: Value, before: Value | undefined) => LogAct;
  /** Whether it tells of something between the two, which isn't known otherwise: a record is missing. */
  readonly isGap: (value: Value, before: Value) => boolean;
  /** What else it tells of earlier times: when, but not by whom. */
  readonly earlier: (value: Value) => readonly PointerEntry[];
}

/** What pointers say. */
export const pointerActs: ActsOf<Pointer> = {
  since: ({ since, candidate }) => candidate?.since ?? since,
  act: (pointer, before) => (before ? changeOf(pointer, before) : firstOf(pointer)),
  // Each pointer says since when something is live, or goes to a share, and was before. It names fewer where some were removed.
  isGap: (pointer, before) => {
    const known = entriesOf(before);
    const isUnknown = ({ version, since }: PointerEntry) =>
      !known.some((entry) => entry.version === version && entry.since === since);
    const { candidate } = pointer;
    const isLater = candidate && candidate.since !== before.candidate?.since && !isNew(pointer, candidate.since);
    return pointer.previous.some(isUnknown) || isLater === true || isFromElsewhere(pointer, before);
  },
  earlier: ({ previous }) => previous,
};

/** How far apart the clock's times in one record may be, in milliseconds: it is made, then signed. */
const atOnce = 60_000;

/** Whether what a pointer says to be so since a time began with it, not with an earlier one. */
const isNew = ({ signature }: Pointer, at: string): boolean =>
  !signature || Math.abs(signature.serial - Date.parse(at)) < atOnce;

/** Whether another record than these two has made the version live. */
const isFromElsewhere = (pointer: Pointer, before: Pointer): boolean =>
  pointer.version !== before.version && !isNew(pointer, pointer.since);

function firstOf(pointer: Pointer): LogAct {
  const { version, since, candidate } = pointer;
  if (candidate && isNew(pointer, candidate.since))
    return { kind: 'rollout', version: candidate.version, share: candidate.share, before: version };
  return { kind: !candidate && isNew(pointer, since) ? 'live' : 'named', version };
}

function changeOf(pointer: Pointer, before: Pointer): LogAct {
  const { version, candidate, previous } = pointer;
  // Whoever has signed this one only goes on with it.
  if (isFromElsewhere(pointer, before)) return firstOf(pointer);
  if (version !== before.version) {
    const isGivenUp = previous.some((entry) => entry.version === before.version && entry.isGivenUp);
    if (isGivenUp) return { kind: 'back', version, before: before.version };
    return { kind: before.candidate?.version === version ? 'completed' : 'live', version, before: before.version };
  }
  const earlier = before.candidate;
  if (!candidate) return earlier ? { kind: 'ended', version: earlier.version } : { kind: 'renewed', version };
  const { share } = candidate;
  if (earlier?.version !== candidate.version)
    return { kind: 'rollout', version: candidate.version, share, before: version };
  if (earlier.share === share) return { kind: 'renewed', version: candidate.version };
  return { kind: 'share', version: candidate.version, share, shareBefore: earlier.share };
}

/** What route policies say. */
export const policyActs: ActsOf<StoredPolicy> = {
  since: () => undefined,
  act: (policy, before) => {
    if (!before) return { kind: 'policy' };
    const changed = differences(policy, before);
    if (changed.length > 0 && changed.every((part) => part.startsWith('frozen.')))
      return { kind: policy.frozen ? 'frozen' : 'lifted' };
    return changed.length > 0 ? { kind: 'policy', changed } : { kind: 'renewed' };
  },
  isGap: () => false,
  earlier: () => [],
};

/** As many differences as are named. */
const mostNamed = 50;

function differences(policy: StoredPolicy, before: StoredPolicy): readonly string[] {
  const [now, then] = [partsOf(policy), partsOf(before)];
  const names = [...new Set([...now.keys(), ...then.keys()])].sort();
  return names.filter((name) => !isDeepStrictEqual(now.get(name), then.get(name))).slice(0, mostNamed);
}

/** The parts of a policy by name: those that are about several remotes or places, for each of them. */
function partsOf({ signature: _signature, ...policy }: StoredPolicy): ReadonlyMap<string, unknown> {
  const parts = Object.entries(policy).flatMap(([name, part]): (readonly [string, unknown])[] =>
    typeof part === 'object' && !Array.isArray(part)
      ? Object.entries(part).map(([of, inner]) => [`${name}.${of}`, inner])
      : [[name, part]],
  );
  return new Map(parts);
}
