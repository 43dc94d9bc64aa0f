import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { mayHaveFragment, type RoutePolicy } from '@site/shared/routes/policy.ts';

/**
 * What a version's publisher should know of its fragments: those that no page shows, since the policy gives them to nobody or to
 * another remote, and what pages of other teams lose.
 *
 * @param live undefined when none is live
 */
export function fragmentNotes(
  policy: RoutePolicy,
  { name: remote, fragments = {} }: ReleaseManifest,
  live: ReleaseManifest | undefined,
): readonly string[] {
  const hidden = Object.keys(fragments).filter((name) => !mayHaveFragment(policy, remote, name));
  const lost = Object.entries(live?.fragments ?? {}).filter(([name]) => mayHaveFragment(policy, remote, name));
  return [
    ...hidden.map((name) => {
      const owner = Object.hasOwn(policy.fragments ?? {}, name) ? policy.fragments?.[name] : undefined;
      const why = owner === undefined ? 'the policy names nobody for it' : `by the policy it is ${owner}’s`;
      return `No page shows the fragment "${name}" of ${remote}: ${why}. The site’s owner sets "fragments": { "${name}": "${remote}" }.`;
    }),
    ...lost.flatMap(([name, { props = {} }]) => {
      const now = Object.hasOwn(fragments, name) ? fragments[name] : undefined;
      if (!now) return [`${remote} no longer offers the fragment "${name}": pages that have it show their fallback.`];
      return Object.entries(props)
        .filter(([prop, { max }]) => (now.props?.[prop]?.max ?? 0) < max)
        .map(
          ([prop, { max }]) =>
            `The fragment "${name}" takes less of "${prop}" than ${max} characters: pages that give it more show their fallback.`,
        );
    }),
  ];
}
