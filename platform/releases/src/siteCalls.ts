/** Which calls of the site's API the site's remotes make: the site offers no others. */
import type { ApiCallName } from '@site/shared/contract/api.ts';
import { callsOf, everyCall } from './callsOf.ts';
import { isMissingOne, type ReleaseSet, releasesOf } from './Release.ts';

const known = new WeakMap<ReleaseSet, ReadonlySet<ApiCallName>>();

/**
 * The calls that the remotes of a set may make, as live releases, as earlier ones, which open tabs still run, or under rollout. A
 * remote that the site should have, but that can't be shown, may make any: nobody knows, and it may be back soon.
 */
export function askedCalls(set: ReleaseSet): ReadonlySet<ApiCallName> {
  const asked = known.get(set) ?? new Set(isMissingOne(set) ? everyCall : remoteCalls(set));
  known.set(set, asked);
  return asked;
}

const remoteCalls = (set: ReleaseSet): readonly ApiCallName[] =>
  releasesOf(set).flatMap((release) => (release === set.shell ? [] : callsOf(release.manifest)));
