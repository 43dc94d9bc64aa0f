import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { composeTable, type SiteRoutes } from '@site/shared/routes/composeTable.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import { proposalOf } from './proposals.ts';
import { type LiveRemote, releaseId } from './Release.ts';

/** What somebody counts on, and no team gives. */
export interface Lack {
  /** Who lacks it. */
  readonly app: string;
  readonly kind: 'fragment' | 'value' | 'event';
  readonly text: string;
}

/**
 * What releases and the shell's own places lack of each other: fragments that nobody has, values that a fragment doesn't take, and
 * events that nobody emits.
 */
export function lacksOf(policy: RoutePolicy, releases: readonly ReleaseManifest[]): readonly Lack[] {
  const { fragments } = composeTable(policy, releases.map(proposalOf)).routes;
  const events = releases.flatMap(({ emits = {} }) => Object.keys(emits));
  const slots = Object.entries(policy.slots ?? {}).flatMap(([slot, names]) =>
    names
      .filter((name) => !Object.hasOwn(fragments, name))
      .map((name) => ({
        app: 'shell',
        kind: 'fragment' as const,
        text: `The shell’s place "${slot}" is for the fragment "${name}", ${whyAbsent(name, policy, releases)}. Nothing is there.`,
      })),
  );
  return [...releases.flatMap((release) => ownLacks(release, { policy, releases, fragments, events })), ...slots];
}

interface Offers {
  readonly policy: RoutePolicy;
  readonly releases: readonly ReleaseManifest[];
  readonly fragments: SiteRoutes['fragments'];
  readonly events: readonly string[];
}

function ownLacks(release: ReleaseManifest, { policy, releases, fragments, events }: Offers): readonly Lack[] {
  const { name: app, uses = {}, listens = [] } = release;
  const id = releaseId({ manifest: release });
  const shown = Object.entries(uses).flatMap(([name, values]): readonly Lack[] => {
    const fragment = Object.hasOwn(fragments, name) ? fragments[name] : undefined;
    if (!fragment) {
      const why = whyAbsent(name, policy, releases);
      return [
        { app, kind: 'fragment', text: `${id} shows the fragment "${name}", ${why}. The fallback stands there.` },
      ];
    }
    const { remote, props = {} } = fragment;
    const owner = releases.find((each) => each.name === remote);
    const taken = Object.keys(props).map((prop) => `"${prop}"`);
    return values
      .filter((value) => !Object.hasOwn(props, value))
      .map((value) => ({
        app,
        kind: 'value',
        text: `${id} gives the fragment "${name}" the value "${value}". ${owner ? releaseId({ manifest: owner }) : remote}, which offers it, takes ${taken.join(', ') || 'none'}.`,
      }));
  });
  const heard = listens
    .filter((event) => !events.includes(event))
    .map((event): Lack => ({ app, kind: 'event', text: `${id} listens to "${event}", which no live release emits.` }));
  return [...shown, ...heard];
}

/** Why no page shows a fragment, as the end of a sentence. */
function whyAbsent(name: string, { fragments = {} }: RoutePolicy, releases: readonly ReleaseManifest[]): string {
  const owner = Object.hasOwn(fragments, name) ? fragments[name] : undefined;
  if (owner !== undefined) return `which the policy gives to ${owner}, and no live release of ${owner} offers`;
  const offering = releases.filter(({ fragments: own = {} }) => Object.hasOwn(own, name));
  if (offering.length === 0) return 'which no live release offers';
  return `which ${offering.map(({ name: remote }) => remote).join(' and ')} would offer, and the policy gives to nobody`;
}

const ownLacksBeside = (policy: RoutePolicy, manifest: ReleaseManifest, others: readonly LiveRemote[]) =>
  lacksOf(policy, [...others.map((other) => other.manifest), manifest]).filter(({ app }) => app === manifest.name);

/** What a version lacks of the live releases of others, for its publisher: its pages show fallbacks there, and hear nothing. */
export const lackNotes = (
  policy: RoutePolicy,
  manifest: ReleaseManifest,
  others: readonly LiveRemote[],
): readonly string[] => ownLacksBeside(policy, manifest, others).map(({ text }) => text);

/**
 * Checks that a version gives fragments only values that the live releases of their teams take.
 *
 * @throws {OperatorError} RELEASE-FRAGMENT
 */
export function assertTaken(policy: RoutePolicy, manifest: ReleaseManifest, others: readonly LiveRemote[]): void {
  const refused = ownLacksBeside(policy, manifest, others).filter(({ kind }) => kind === 'value');
  if (refused.length === 0) return;
  throw new OperatorError(
    'RELEASE-FRAGMENT',
    `${refused.map(({ text }) => text).join(' ')} Visitors would see the fallback. Correct the name, or publish once a release that takes it is live.`,
  );
}
