/** Which calls of the site's API the site's remotes make: the site offers no others. */
import { type ApiCallName, apiCalls } from '@site/shared/contract/api.ts';
import { contactForm, type ReleaseManifest } from '@site/shared/contract/release.ts';
import { type ReleaseSet, releasesOf } from './Release.ts';

const everyCall = Object.keys(apiCalls) as readonly ApiCallName[];

/** The calls that a version may make: those that its sources name, and that of the site's own form. Of an early one, any. */
export function callsOf({ calls, pages = [] }: Pick<ReleaseManifest, 'calls' | 'pages'>): readonly ApiCallName[] {
  if (!calls) return everyCall;
  const hasForm = pages.some(({ form }) => form === contactForm);
  return everyCall.filter((name) => calls.includes(name) || (name === 'sendMessage' && hasForm));
}

const known = new WeakMap<ReleaseSet, ReadonlySet<ApiCallName>>();

/**
 * The calls that the remotes of a set may make, as live releases or under rollout. A remote that the site should have, by its
 * policy or because it was live, but that can't be shown may make any: nobody knows, and it may be back soon.
 */
export function askedCalls(set: ReleaseSet): ReadonlySet<ApiCallName> {
  const asked = known.get(set) ?? new Set(isMissingOne(set) ? everyCall : remoteCalls(set));
  known.set(set, asked);
  return asked;
}

const remoteCalls = (set: ReleaseSet): readonly ApiCallName[] =>
  releasesOf(set).flatMap((release) => (release === set.shell ? [] : callsOf(release.manifest)));

const isMissingOne = ({ gone, unreachable, remotes, shell }: ReleaseSet): boolean =>
  [...gone, ...unreachable.keys()].some((name) => !remotes.has(name) && name !== shell.manifest.name);
