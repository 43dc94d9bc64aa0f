import { createHash } from 'node:crypto';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import { candidatesOf } from '../candidates.ts';
import { type ReleaseSet, routesOf, signatureOf } from '../Release.ts';
import type { LivePointers } from './LivePointers.ts';
import type { LivePolicy } from './LivePolicy.ts';
import type { ReleaseCache } from './ReleaseCache.ts';

/** What is known of a store. */
interface Known {
  readonly policy: LivePolicy;
  readonly pointers: LivePointers;
  readonly cache: ReleaseCache;
}

type ShownReleases = Pick<ReleaseSet, 'shell' | 'remotes'>;

/** Builds the live set from releases that fit together: its pages, what is missing, and what only some visitors get. */
export function releaseSetOf(known: Known, shown: ShownReleases, fallbacks: readonly ShownReleases[] = []): ReleaseSet {
  const { policy, pointers } = known;
  const remotes = new Map([...shown.remotes].filter(([, { length }]) => length > 0));
  // A new remote isn't gone while its first version is being copied.
  const gone = policy.remotes.filter((name) => !remotes.has(name) && known.cache.versions(name) !== undefined);
  const candidates = candidatesOf(known.cache, shown.shell, remotes, policy.current);
  const set = {
    shell: shown.shell,
    remotes,
    candidates,
    policy: policy.current,
    unreachable: unreachableOf(known),
    gone,
    unusable: gone.filter((name) => pointers.get(name)),
    refused: new Map([...pointers.refused].map(([app, { reason }]) => [app, reason.code])),
    refusedPolicy: policy.problem?.code,
    signature: `${signatureOf({ shell: shown.shell, remotes, candidates })} ${hashOf(policy.current)}`,
    fallbacks: fallbacks.map((earlier) => releaseSetOf(known, earlier)),
  };
  return { ...set, routes: routesOf(set) };
}

/** Live remotes that the store can't deliver, or whose pointer is damaged. */
function unreachableOf({ policy, pointers, cache }: Known): ReleaseSet['unreachable'] {
  const missing = policy.remotes.filter((name) => {
    const versions = cache.versions(name);
    return versions?.isUnreachable && versions.releases.length === 0;
  });
  return new Map([...missing.map((name) => [name, 'RELEASE-STORE'] as const), ...pointers.unknown]);
}

const hashOf = (policy: RoutePolicy): string =>
  createHash('sha256').update(JSON.stringify(policy)).digest('base64url').slice(0, 12);
