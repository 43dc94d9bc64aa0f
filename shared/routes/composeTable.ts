import type { ApiCallName } from '../contract/api.ts';
import {
  type DeclaredEntries,
  type DeclaredFragment,
  type DeclaredPage,
  type PageWords,
  proposedLanguages,
} from '../contract/release.ts';
import { inEachLanguage, type Language, languages } from '../i18n/languages.ts';
import { withVariables } from '../i18n/variables.ts';
import { addFormerPaths, addressOf, type PlacedPage, shapeOf } from './formerPaths.ts';
import { hasParams } from './path.ts';
import { isReserved, mayHaveFragment, mostInMenu, namedRemotes, ownersIn, type RoutePolicy } from './policy.ts';
import type { Refusal, RouteProblem } from './RouteProblem.ts';
import { lackedParts } from './siteParts.ts';
import {
  absentPath,
  type FooterColumn,
  type FooterLink,
  type FragmentRoute,
  isIn,
  type LanguageRoutes,
  type NavigationLink,
  type PageRoute,
  type PlainPageName,
  type RouteTable,
} from './table.ts';

/** A page of the composed table, with what only servers need to know. */
export interface SitePage extends PageRoute {
  /** The page's form, which the site server accepts. Pages without one accept no form. */
  readonly form?: string;
  /** Whether the sitemap names it. */
  readonly isListed: boolean;
  /** Where the addresses are listed that the sitemap names, of a page with parameters. */
  readonly entries?: DeclaredEntries;
  readonly words: Readonly<Record<Language, PageWords>>;
}

/** A fragment of the composed table, with what only servers need to know. */
export type SiteFragment = FragmentRoute & DeclaredFragment;

/** The whole site's table: what remotes propose, as far as the policy allows it. */
export interface SiteRoutes extends RouteTable {
  readonly pages: Readonly<Record<string, SitePage>>;
  readonly menu: readonly string[];
  readonly footer: Readonly<Record<FooterColumn, readonly string[]>>;
  readonly fragments: Readonly<Record<string, SiteFragment>>;
  readonly slots: NonNullable<RoutePolicy['slots']>;
}

/** What a remote proposes. */
export interface Proposal {
  readonly remote: string;
  readonly pages: readonly DeclaredPage[];
  readonly fragments?: Readonly<Record<string, DeclaredFragment>>;
  /** The calls of the site's API that it makes; undefined for any. */
  readonly calls?: readonly ApiCallName[];
}

/** A table, and the pages that it leaves out in some language or in all. */
export interface ComposedRoutes {
  readonly routes: SiteRoutes;
  readonly problems: readonly RouteProblem[];
  /** Pages that the full menu has no place for. */
  readonly withoutPlace: readonly string[];
}

/**
 * Composes the site's table from what remotes propose. The policy decides, never the order in which remotes went live: a
 * path belongs to the remote that claims it, and a name to the first remote that uses it, in the order of the policy and
 * then of the alphabet. A page that may not have its path in one language stays in the others.
 */
export function composeTable(policy: RoutePolicy, proposals: readonly Proposal[]): ComposedRoutes {
  const named = namedRemotes(policy);
  const rank = ({ remote }: Proposal) => (named.includes(remote) ? named.indexOf(remote) : named.length);
  const ordered = proposals.toSorted((a, b) => rank(a) - rank(b) || (a.remote < b.remote ? -1 : 1));
  const remotes = ordered.map(({ remote }) => remote);
  const placed: PlacedPage[] = [];
  const owners = inEachLanguage((language) => ownersIn(policy, language, remotes));
  const pages = new Map<string, SitePage>();
  const wishes = new Map<string, readonly string[]>();
  const taken = new Map<string, string>();
  const problems: RouteProblem[] = [];
  for (const { remote, pages: declared } of ordered) {
    for (const page of declared) {
      const sameName = sameNameOf(pages, remote, page);
      const proposed = proposedLanguages(page);
      const refusals = proposed.flatMap((language) => {
        const refusal =
          sameName ??
          refusalIn(
            language,
            policy,
            owners[language],
            remote,
            page.paths[language],
            proposalText(remote, page, language),
          ) ??
          collisionIn(language, taken, remote, page);
        return refusal ? [{ language, ...refusal }] : [];
      });
      const granted = proposed.filter((language) => !refusals.some((refusal) => refusal.language === language));
      const [first] = refusals;
      if (first) problems.push({ remote, page, ...problemOf(first, refusals, granted) });
      if (granted.length === 0) continue;
      for (const language of granted) taken.set(shapeOf(language, page.paths[language]), remote);
      placed.push({ remote, page, granted });
      pages.set(page.name, sitePage(remote, page, granted));
      wishes.set(page.name, page.places ?? []);
    }
  }
  problems.push(
    ...addFormerPaths(pages, placed, {
      refusalOf: (language, remote, path, what) => refusalIn(language, policy, owners[language], remote, path, what),
      takenBy: (language, path) => taken.get(shapeOf(language, path)),
    }),
  );
  const table = Object.fromEntries(pages);
  const wish = (place: string) => [...pages.keys()].filter((name) => wishes.get(name)?.includes(place));
  const { menu, footer } = navigation(policy, wish);
  const { atMost = mostInMenu } = policy.menu;
  const fragments = fragmentsOf(policy, ordered);
  const lacks = lackedParts(ordered.map(({ calls }) => calls));
  const routes = {
    pages: table,
    menu: menu.slice(0, atMost),
    footer,
    fragments,
    slots: policy.slots ?? {},
    ...(lacks.length > 0 && { lacks }),
  };
  return { routes, problems, withoutPlace: menu.slice(atMost) };
}

/** The fragments that the policy lets their remotes have. Of two remotes that offer the same, the first has it. */
const fragmentsOf = (policy: RoutePolicy, proposals: readonly Proposal[]): SiteRoutes['fragments'] =>
  Object.fromEntries(
    proposals
      .toReversed()
      .flatMap(({ remote, fragments = {} }) =>
        Object.entries(fragments).flatMap(([name, { module, props }]) =>
          mayHaveFragment(policy, remote, name) ? [[name, { remote, module, ...(props && { props }) }] as const] : [],
        ),
      ),
  );

const anotherPath = 'Choose another path.';

/** The problem of a page that is refused in some languages: the first one's, and which languages keep the page. */
function problemOf(
  { code, message, remedy }: Refusal,
  refusals: readonly (Refusal & { readonly language: Language })[],
  granted: readonly Language[],
): Refusal {
  const refused = refusals.map(({ language }) => language).join(', ');
  const left = granted.length === 0 ? '' : ` Left out: ${refused}; the page stays in ${granted.join(', ')}.`;
  const isOff = refusals.every(({ byPolicy }) => byPolicy);
  return { code, message: message + left, remedy, ...(isOff && { byPolicy: true }) };
}

const proposalText = (remote: string, { name, paths }: DeclaredPage, language: Language): string =>
  `${remote} proposes the page "${name}" at ${addressOf(language, paths[language])}`;

/** Why the policy doesn't let a remote have a path in a language; undefined when it does. `what` begins the message. */
function refusalIn(
  language: Language,
  policy: RoutePolicy,
  ownerOf: (path: string) => string | undefined,
  remote: string,
  path: string,
  what: string,
): Refusal | undefined {
  if (isReserved(policy, path))
    return {
      code: 'RELEASE-ROUTE-RESERVED',
      message: `${what}, which the route policy reserves.`,
      remedy: anotherPath,
      byPolicy: true,
    };
  const owner = ownerOf(path);
  if (owner === remote) return undefined;
  if (owner !== undefined)
    return {
      code: 'RELEASE-ROUTE-TAKEN',
      message: `${what}, which is ${owner}’s by the route policy.`,
      remedy: anotherPath,
      byPolicy: true,
    };
  return {
    code: 'RELEASE-ROUTE-UNCLAIMED',
    message: `${what}, which nobody may claim by the route policy.`,
    remedy: `The shell’s owner adds the prefix to claims of "${remote}"; ask with: npx site request ${language}:${path}`,
    byPolicy: true,
  };
}

/** A page whose name another page already has. */
function sameNameOf(pages: ReadonlyMap<string, SitePage>, remote: string, { name }: DeclaredPage): Refusal | undefined {
  const other = pages.get(name);
  if (!other) return undefined;
  return {
    code: 'RELEASE-ROUTE-TAKEN',
    message: `${remote} proposes the page "${name}", but ${other.remote} has a page of that name.`,
    remedy: 'Rename it.',
  };
}

/** A page whose path another page already has in a language. */
function collisionIn(
  language: Language,
  taken: ReadonlyMap<string, string>,
  remote: string,
  page: DeclaredPage,
): Refusal | undefined {
  const other = taken.get(shapeOf(language, page.paths[language]));
  if (other === undefined) return undefined;
  return {
    code: 'RELEASE-ROUTE-TAKEN',
    message: `${proposalText(remote, page, language)}, where ${other} has a page.`,
    remedy: anotherPath,
  };
}

function sitePage(
  remote: string,
  { module, paths, query, freeQuery, search, form, closing, card, isListed, entries, feed, words }: DeclaredPage,
  granted: readonly Language[],
): SitePage {
  return {
    remote,
    module,
    closing: closing ?? 'invitation',
    paths: inEachLanguage((language) => (granted.includes(language) ? paths[language] : absentPath)),
    ...(query && { query }),
    ...(freeQuery && { freeQuery }),
    ...(search && { search }),
    ...(form && { form }),
    ...(card !== undefined && { card }),
    ...(entries && isListed !== false && { entries, ...(feed && { feed }) }),
    isListed: isListed !== false && !languages.some((language) => hasParams({ paths }, language)),
    words,
  };
}

/** The navigation, with the pages that ask for a place. */
function navigation(
  { menu, footer }: RoutePolicy,
  wish: (place: string) => readonly string[],
): Pick<SiteRoutes, 'menu' | 'footer'> {
  const inMenu = wish('menu');
  const inFooter = wish('footer');
  const others = (wished: readonly string[], named: readonly string[], isGranted: boolean) =>
    isGranted ? wished.filter((page) => !named.includes(page)) : [];
  const granted = (named: readonly string[]) => named.filter((page) => page === 'careers' || inFooter.includes(page));
  return {
    menu: [...menu.pages.filter((page) => inMenu.includes(page)), ...others(inMenu, menu.pages, menu.others)],
    footer: {
      legal: granted(footer.legal),
      company: [...granted(footer.company), ...others(inFooter, [...footer.legal, ...footer.company], footer.others)],
    },
  };
}

/** The table as documents of one language need it, with the titles of all pages. */
export function routesIn(
  language: Language,
  { pages: all, menu, footer, fragments, slots, lacks }: SiteRoutes,
): LanguageRoutes & Required<Pick<LanguageRoutes, 'titles'>> {
  const pages = Object.fromEntries(Object.entries(all).filter(([, page]) => isIn(page, language)));
  const wordsOf = (page: string) => (Object.hasOwn(pages, page) ? pages[page]?.words[language] : undefined);
  const link = (page: string, label: string | undefined): NavigationLink[] =>
    label === undefined ? [] : [{ page: page as PlainPageName, label: withVariables(label) }];
  const footerLinks = (names: readonly string[]): FooterLink[] =>
    names.flatMap((page): FooterLink[] => {
      if (page === 'careers') return [page];
      const words = wordsOf(page);
      return link(page, words?.footerLink ?? words?.link);
    });
  return {
    language,
    pages: Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, routeOfPage(page, language)])),
    menu: menu.flatMap((page) => link(page, wordsOf(page)?.link)),
    footer: { legal: footerLinks(footer.legal), company: footerLinks(footer.company) },
    ...fragmentRoutes(fragments, slots),
    ...(lacks && { lacks }),
    titles: Object.fromEntries(
      Object.entries(pages).map(([name, { words }]) => [name, withVariables(words[language].title)]),
    ),
  };
}

/** What browsers need to know about fragments: nothing on a site without any. */
function fragmentRoutes(
  fragments: SiteRoutes['fragments'],
  slots: SiteRoutes['slots'],
): Pick<LanguageRoutes, 'fragments' | 'slots'> {
  const routes = Object.entries(fragments).map(([name, { remote, module }]) => [name, { remote, module }]);
  if (routes.length === 0) return {};
  const filled = Object.entries(slots).map(([slot, names]) => [
    slot,
    names.filter((name) => Object.hasOwn(fragments, name)),
  ]);
  return { fragments: Object.fromEntries(routes), slots: Object.fromEntries(filled) };
}

/** What browsers need to know about a page. */
function routeOfPage(
  { remote, module, closing, paths, was, query, freeQuery, search, card, feed }: SitePage,
  language: Language,
): PageRoute {
  const old = was?.[language];
  return {
    remote,
    module,
    closing,
    paths,
    ...(old && { was: { [language]: old } }),
    ...(query && { query }),
    ...(freeQuery && { freeQuery }),
    ...(search && { search }),
    ...(card !== undefined && { card }),
    ...(feed && { feed }),
  };
}
