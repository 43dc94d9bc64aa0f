/** What a route policy makes of live releases, the addresses of the site, and what another policy would. */
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import { type ComposedRoutes, composeTable } from '@site/shared/routes/composeTable.ts';
import { type Agreement, prefixesOf, type RoutePolicy } from '@site/shared/routes/policy.ts';
import { isIn } from '@site/shared/routes/table.ts';
import { notAgreed } from './agreement.ts';
import { lacksOf } from './lacks.ts';
import { proposalOf } from './proposals.ts';

/** The table of what is live, as far as the owner has agreed to it. */
export const composedRoutes = (policy: RoutePolicy, live: readonly ReleaseManifest[]): ComposedRoutes =>
  composeTable(policy, live.filter((manifest) => notAgreed(policy, manifest) === undefined).map(proposalOf));

/** Every address with the remote that has it, such as `/en/events (events)`. */
export const servedAddresses = ({ routes }: Pick<ComposedRoutes, 'routes'>): readonly string[] =>
  Object.values(routes.pages).flatMap((page) =>
    languages
      .filter((language) => isIn(page, language))
      .map((language) => `${addressIn(language, page.paths[language])} (${page.remote})`),
  );

/** What goes and what comes. */
export interface Difference {
  readonly gone: readonly string[];
  readonly added: readonly string[];
}

/** What changes with another policy, while the same is live. */
export interface PolicyEffect {
  /** Addresses that remotes may have from now on, or no longer, such as `/fr/evenements`; of remotes that the policies name. */
  readonly prefixes: Readonly<Record<string, Difference>>;
  /** What the owner agrees to from now on, or no longer, by remote. */
  readonly agreed: Readonly<Record<string, Difference>>;
  /** Addresses of live pages, with their remotes. */
  readonly addresses: Difference;
  readonly menu: Difference;
  readonly footer: Difference;
  /** What live releases lack then, and not before, such as values that the new team of a fragment doesn't take. */
  readonly lacks: readonly string[];
}

/** Compares two policies, and what they make of live releases. */
export function policyEffect(before: RoutePolicy, after: RoutePolicy, live: readonly ReleaseManifest[]): PolicyEffect {
  const [now, then] = [composedRoutes(before, live), composedRoutes(after, live)];
  const [known, lacking] = [before, after].map((policy) => lacksOf(policy, live).map(({ text }) => text)) as [
    string[],
    string[],
  ];
  return {
    prefixes: byRemote(Object.keys({ ...before.claims, ...after.claims }), (remote) =>
      difference(claimedBy(before, remote), claimedBy(after, remote)),
    ),
    agreed: byRemote(Object.keys({ ...before.agreed, ...after.agreed }), (remote) =>
      difference(listed(before.agreed?.[remote]), listed(after.agreed?.[remote])),
    ),
    addresses: difference(servedAddresses(now), servedAddresses(then)),
    menu: difference(now.routes.menu, then.routes.menu),
    footer: difference(Object.values(now.routes.footer).flat(), Object.values(then.routes.footer).flat()),
    lacks: difference(known, lacking).added,
  };
}

/** Compares two lists, each in its order. */
export function difference(before: readonly string[], after: readonly string[]): Difference {
  const [known, coming] = [new Set(before), new Set(after)];
  return { gone: before.filter((one) => !coming.has(one)), added: after.filter((one) => !known.has(one)) };
}

/** The remotes of which something differs. */
const byRemote = (
  remotes: readonly string[],
  compare: (remote: string) => Difference,
): Readonly<Record<string, Difference>> =>
  Object.fromEntries(
    remotes
      .map((remote) => [remote, compare(remote)] as const)
      .filter(([, { gone, added }]) => gone.length + added.length > 0),
  );

const claimedBy = (policy: RoutePolicy, remote: string): readonly string[] =>
  languages.flatMap((language) => prefixesOf(policy, remote, language).map((prefix) => addressIn(language, prefix)));

const addressIn = (language: Language, path: string): string => `/${language}${path && `/${path}`}`;

const listed = (agreement: Agreement = {}): readonly string[] => Object.values(agreement).flat();
