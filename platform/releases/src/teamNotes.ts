import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { mayHaveFragment, type RoutePolicy } from '@site/shared/routes/policy.ts';
import { type LiveRemote, releaseId } from './Release.ts';

/**
 * What a version's publisher should know of its fragments and events: those fragments that no page shows, since the policy gives them to
 * nobody or to another remote, and what other teams lose, with the live releases of theirs that use it.
 *
 * @param live undefined when none is live
 * @param others the live releases of other remotes
 */
export function teamNotes(
  policy: RoutePolicy,
  next: ReleaseManifest,
  live: ReleaseManifest | undefined,
  others: readonly LiveRemote[],
): readonly string[] {
  const known = live ?? { ...next, fragments: {}, emits: {} };
  return [
    ...hiddenFragments(policy, next),
    ...lostFragments(policy, next, known, others),
    ...lostEvents(next, known, others),
  ];
}

function hiddenFragments(policy: RoutePolicy, { name: remote, fragments = {} }: ReleaseManifest): readonly string[] {
  const hidden = Object.keys(fragments).filter((name) => !mayHaveFragment(policy, remote, name));
  return hidden.map((name) => {
    const owner = Object.hasOwn(policy.fragments ?? {}, name) ? policy.fragments?.[name] : undefined;
    const why = owner === undefined ? 'the policy names nobody for it' : `by the policy it is ${owner}’s`;
    return `No page shows the fragment "${name}" of ${remote}: ${why}. The site’s owner sets "fragments": { "${name}": "${remote}" }.`;
  });
}

function lostFragments(
  policy: RoutePolicy,
  { name: remote, fragments = {} }: ReleaseManifest,
  live: ReleaseManifest,
  others: readonly LiveRemote[],
): readonly string[] {
  const shown = Object.entries(live.fragments ?? {}).filter(([name]) => mayHaveFragment(policy, remote, name));
  return shown.flatMap(([name, { props = {} }]) => {
    const users = (prop?: string) =>
      usersIn(others, ({ uses = {} }) => {
        const given = Object.hasOwn(uses, name) ? uses[name] : undefined;
        return given !== undefined && (prop === undefined || given.includes(prop));
      });
    const now = Object.hasOwn(fragments, name) ? fragments[name] : undefined;
    if (!now) {
      const lost = `${remote} no longer offers the fragment "${name}": pages that have it show their fallback`;
      return [withUsers(lost, [...users(), ...slotsOf(policy, name)])];
    }
    return Object.entries(props).flatMap(([prop, { max }]) => {
      const taken = Object.hasOwn(now.props ?? {}, prop) ? (now.props?.[prop]?.max ?? 0) : 0;
      if (taken >= max) return [];
      const less =
        taken === 0
          ? `no longer takes "${prop}": pages that give it`
          : `takes ${taken} characters of "${prop}", not ${max}: pages that give it more`;
      return [withUsers(`The fragment "${name}" ${less} show their fallback`, users(prop))];
    });
  });
}

function lostEvents(
  { name: remote, emits = {} }: ReleaseManifest,
  live: ReleaseManifest,
  others: readonly LiveRemote[],
): readonly string[] {
  return Object.entries(live.emits ?? {}).flatMap(([event, fields]) => {
    const users = usersIn(others, ({ listens = [] }) => listens.includes(event));
    const now = Object.hasOwn(emits, event) ? emits[event] : undefined;
    if (!now) return [withUsers(`${remote} no longer emits "${event}", which others may listen to`, users)];
    return Object.entries(fields).flatMap(([field, kind]) => {
      const changed = Object.hasOwn(now, field) ? now[field] : undefined;
      if (changed === kind) return [];
      const what = changed === undefined ? `no longer has "${field}"` : `has "${field}" as ${changed}, not as ${kind}`;
      return [withUsers(`The event "${event}" ${what}: others may read it`, users)];
    });
  });
}

/** The live releases that use something, as `decide@1f2e3d4c5b6a (live since 2026-11-29T10:00:00.000Z)`. */
const usersIn = (others: readonly LiveRemote[], uses: (manifest: ReleaseManifest) => boolean): readonly string[] =>
  others
    .filter(({ manifest }) => uses(manifest))
    .map(({ manifest, since }) => `${releaseId({ manifest })} (live since ${since})`);

/** The shell's own places that have a fragment. */
const slotsOf = ({ slots = {} }: RoutePolicy, fragment: string): readonly string[] =>
  Object.entries(slots).flatMap(([slot, names]) => (names.includes(fragment) ? [`the shell’s place "${slot}"`] : []));

const withUsers = (sentence: string, users: readonly string[]): string =>
  users.length > 0 ? `${sentence}. It is used by ${users.join(', ')}.` : `${sentence}.`;
