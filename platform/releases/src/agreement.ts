import { namesOf } from '@site/shared/contract/form/fields.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import {
  contactForm,
  type DeclaredPage,
  type NavigationPlace,
  proposedLanguages,
  type ReleaseManifest,
} from '@site/shared/contract/release.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import {
  type Agreement,
  type AskedKind,
  askedKinds,
  firstKinds,
  type RoutePolicy,
} from '@site/shared/routes/policy.ts';
import { pageFeedPath } from '@site/shared/routes/siteFiles.ts';
import { readPolicy } from './policy.ts';
import { type Release, type ReleaseSet, releaseId } from './Release.ts';

/** What a version asks for, by kind: `events`, `signup to events/signups: name email`, `zod@4.1.0`, `/en/events/:id`, `q of page find, up to 100 characters`, `/en/events/atom.xml`, `menu: events`, `on page events`, `menu: events (en: Events)`, `page sale`. */
export type Asked = Readonly<Record<AskedKind, readonly string[]>>;

/** What a version of a remote asks for. */
export const askedBy = ({ apis = {}, forms = {}, packages = {}, pages = [] }: ReleaseManifest): Asked => ({
  apis: Object.keys(apis),
  forms: Object.entries(forms).map(([name, { to, fields }]) => `${name} to ${to}: ${namesOf(fields).join(' ')}`),
  packages: Object.entries(packages).map(([name, version]) => `${name}@${version}`),
  addresses: pages.flatMap((page) => [...addressesOf(page), ...formerAddressesOf(page)]),
  searches: pages.flatMap(searchesOf),
  feeds: pages.flatMap(feedsOf),
  places: pages.flatMap((page) => placesOf(page)),
  contact: pages.filter(({ form }) => form === contactForm).map(({ name }) => `on page ${name}`),
  words: pages.flatMap(wordsOf),
  redirects: pages.filter(({ isRedirect }) => isRedirect).map(({ name }) => `page ${name}`),
});

/** The addresses of a page. */
export const addressesOf = (page: DeclaredPage): readonly string[] =>
  builtLanguages(page).map((language) => addressOf(language, page.paths[language]));

/** The languages that a page was built for: it doesn't ask for one that the site has added since. */
const builtLanguages = (page: DeclaredPage): readonly Language[] =>
  proposedLanguages(page).filter((language) => Object.hasOwn(page.paths, language));

const addressOf = (language: Language, path: string): string => `/${language}${path && `/${path}`}`;

/** The old addresses that a page leads to its present one. */
export const formerAddressesOf = ({ was = {} }: DeclaredPage): readonly string[] =>
  Object.entries(was).flatMap(([language, paths]) => paths.map((path) => addressOf(language as Language, path)));

/** Any text reaches the remote, in these parameters of its pages. */
const searchesOf = ({ name, search = {}, freeQuery = {} }: DeclaredPage): readonly string[] =>
  Object.entries({ ...search, ...freeQuery }).map(
    ([parameter, { max }]) => `${parameter} of page ${name}, up to ${max} characters`,
  );

/** The feeds of a page, with what its API says of each of its addresses. */
const feedsOf = (page: DeclaredPage): readonly string[] =>
  builtLanguages(page).flatMap((language) => pageFeedPath(page, language) ?? []);

export const placesOf = ({ name, places = [] }: DeclaredPage): readonly string[] =>
  places.map((place) => `${place}: ${name}`);

/** What visitors read in the navigation of every page. */
const wordsOf = (page: DeclaredPage): readonly string[] =>
  (page.places ?? []).flatMap((place) =>
    builtLanguages(page).flatMap((language) => {
      const label = labelIn(page, place, language);
      return label === undefined ? [] : [`${place}: ${page.name} (${language}: ${label})`];
    }),
  );

function labelIn({ words }: DeclaredPage, place: NavigationPlace, language: Language): string | undefined {
  const { link, footerLink } = words[language];
  return place === 'footer' ? (footerLink ?? link) : link;
}

/** What a version asks for that the owner hasn't agreed to, such as `packages zod@4.1.0, leaflet@1.9.4`; undefined for nothing. */
export function notAgreed(policy: RoutePolicy, manifest: ReleaseManifest): string | undefined {
  const agreement = agreementOf(policy, manifest.name);
  if (!agreement) return undefined;
  if (agreement.packages && !manifest.packages) return 'packages that it doesn’t name';
  const asked = askedBy(manifest);
  const refused = limitedBy(agreement).flatMap((kind) => {
    const more = beyond(asked, agreement, kind);
    return more.length > 0 ? [`${kind} ${more.join(', ')}`] : [];
  });
  return refused.length > 0 ? refused.join('; ') : undefined;
}

/** Why a version isn't shown; undefined when the owner has agreed to all that it asks for, or limits nothing. */
export function disagreementOf(
  policy: RoutePolicy,
  { manifest }: Pick<Release, 'manifest'>,
): OperatorError | undefined {
  const refused = notAgreed(policy, manifest);
  if (refused === undefined) return undefined;
  const id = releaseId({ manifest });
  const remedy =
    policy.agreed?.[manifest.name]?.packages && !manifest.packages
      ? 'Publish it again with a present @site/kit, which names them.'
      : `The owner looks at its preview, and agrees: npx site policy --agree ${id}`;
  return new OperatorError(
    'RELEASE-AGREE',
    `${id} asks for what the site’s owner hasn’t agreed to: ${refused}. ${remedy}`,
  );
}

/**
 * Checks that the owner has agreed to what a version asks for.
 *
 * @throws {OperatorError} RELEASE-AGREE
 */
export function assertAgreed(policy: RoutePolicy, manifest: ReleaseManifest): void {
  const reason = disagreementOf(policy, { manifest });
  if (reason) throw reason;
}

/** The releases of remotes that the owner has agreed to, and why the others aren't shown. */
export function byAgreement(policy: RoutePolicy, remotes: ReleaseSet['remotes']) {
  const refused = new Map<Release, OperatorError>();
  for (const release of [...remotes.values()].flat()) {
    const reason = disagreementOf(policy, release);
    if (reason) refused.set(release, reason);
  }
  const agreed = new Map([...remotes].map(([name, all]) => [name, all.filter((release) => !refused.has(release))]));
  return { agreed, refused };
}

/**
 * The policy with the owner's agreement to all that a version asks for. The kinds that the policy limits stay; all are limited from
 * now on for a remote that it doesn't name, or of which it limited all that could be limited once.
 *
 * @throws {OperatorError} RELEASE-AGREE when the version doesn't name its packages, RELEASE-POLICY when there is too much
 */
export function withAgreement(policy: RoutePolicy, manifest: ReleaseManifest): RoutePolicy {
  const before = agreementOf(policy, manifest.name);
  const asked = askedBy(manifest);
  const limitsSome = before && firstKinds.some((kind) => !before[kind]);
  const kinds = limitsSome ? limitedBy(before) : askedKinds;
  const agreement = Object.fromEntries(
    kinds.map((kind) => [kind, [...(before?.[kind] ?? []), ...beyond(asked, before ?? {}, kind)]]),
  );
  const next = { ...policy, agreed: { ...policy.agreed, [manifest.name]: agreement } };
  assertAgreed(next, manifest);
  return readPolicy(JSON.stringify(next), `The policy with what ${releaseId({ manifest })} asks for`);
}

function agreementOf({ agreed = {} }: RoutePolicy, remote: string): Agreement | undefined {
  return Object.hasOwn(agreed, remote) ? agreed[remote] : undefined;
}

const limitedBy = (agreement: Agreement): readonly AskedKind[] => askedKinds.filter((kind) => agreement[kind]);

/** What a version asks for of one kind beyond what an agreement lists. */
function beyond(asked: Asked, agreement: Agreement, kind: AskedKind): readonly string[] {
  const known = new Set(agreement[kind]);
  return asked[kind].filter((one) => !known.has(one) && !(kind === 'packages' && known.has(nameOf(one))));
}

/** The name in `@scope/name@1.2.3`. */
const nameOf = (named: string): string => named.slice(0, named.lastIndexOf('@'));
