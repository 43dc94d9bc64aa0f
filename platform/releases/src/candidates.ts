/** Versions under rollout: a store's pointers name them, and a share of the visitors gets them. */
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import { disagreementOf } from './agreement.ts';
import { incompatibilityOf } from './compatibility.ts';
import type { ReleaseCache } from './follow/ReleaseCache.ts';
import { type Release, type ReleaseSet, routesOf } from './Release.ts';

/** The candidates whose remotes have a live release to fall back to, and that ask only for what the policy agrees to. */
export function candidatesOf(
  cache: Pick<ReleaseCache, 'versions'>,
  shell: Release,
  remotes: ReleaseSet['remotes'],
  policy: RoutePolicy,
): ReleaseSet['candidates'] {
  const candidates = [...remotes.keys()].flatMap((name) => {
    const { candidate: release, pointer } = cache.versions(name) ?? {};
    if (!release || !pointer?.candidate || incompatibilityOf(release, shell)) return [];
    if (disagreementOf(policy, release)) return [];
    const { share, since, salt } = pointer.candidate;
    return [[name, { release, share, since, salt }] as const];
  });
  return new Map(candidates);
}

/** The sets for visitors who get candidates, by the names of the candidates' remotes. */
const knownSets = new WeakMap<ReleaseSet, Map<string, ReleaseSet>>();

/** A set for a visitor who gets the candidates of some remotes. If a candidate fails, the live releases replace it. */
export function withCandidates(set: ReleaseSet, names: readonly string[]): ReleaseSet {
  if (names.length === 0) return set;
  const known = knownSets.get(set) ?? new Map<string, ReleaseSet>();
  knownSets.set(set, known);
  const wanted = known.get(names.join()) ?? makeSet(set, names);
  known.set(names.join(), wanted);
  return wanted;
}

function makeSet(set: ReleaseSet, names: readonly string[]): ReleaseSet {
  const remotes = new Map(set.remotes);
  for (const name of names) {
    const { release } = set.candidates.get(name) ?? {};
    const live = set.remotes.get(name) ?? [];
    if (release) remotes.set(name, [release, ...live.filter((other) => other !== release)]);
  }
  const fallbacks = set.fallbacks.map((earlier) => withCandidates(earlier, names));
  return { ...set, remotes, routes: routesOf({ ...set, remotes }), fallbacks };
}
