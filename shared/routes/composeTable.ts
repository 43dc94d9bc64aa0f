import type { DeclaredPage, PageWords } from '../contract/release.ts';
import { type Language, languages } from '../i18n/languages.ts';
import { withVariables } from '../i18n/variables.ts';
import { hasParams } from './path.ts';
import { isReserved, mostInMenu, namedRemotes, ownerOf, type RoutePolicy } from './policy.ts';
import type {
  FooterColumn,
  FooterLink,
  LanguageRoutes,
  NavigationLink,
  PageName,
  PageRoute,
  RouteTable,
} from './table.ts';

/** A page of the composed table, with what only servers need to know. */
export interface SitePage extends PageRoute {
  /** The page's form, which the site server accepts from browsers without JavaScript. Pages without one accept no form. */
  readonly form?: 'contact';
  /** Whether the sitemap names it. */
  readonly isListed: boolean;
  readonly words: Readonly<Record<Language, PageWords>>;
}

/** The whole site's table: what remotes propose, as far as the policy allows it. */
export interface SiteRoutes extends RouteTable {
  readonly pages: Readonly<Record<string, SitePage>>;
  readonly menu: readonly string[];
  readonly footer: Readonly<Record<FooterColumn, readonly string[]>>;
}

/** What a remote proposes. */
export interface Proposal {
  readonly remote: string;
  readonly pages: readonly DeclaredPage[];
}

/** Why a page that a remote proposes isn't in the table. */
export interface RouteProblem {
  readonly remote: string;
  readonly page: DeclaredPage;
  readonly code: 'RELEASE-ROUTE-TAKEN' | 'RELEASE-ROUTE-RESERVED' | 'RELEASE-ROUTE-UNCLAIMED';
  readonly message: string;
  /** What to do about it. Often the same for several pages. */
  readonly remedy: string;
}

/** A table, and the pages it leaves out. */
export interface ComposedRoutes {
  readonly routes: SiteRoutes;
  readonly problems: readonly RouteProblem[];
  /** Pages that wish a place in the menu and would get one, if it weren't full. */
  readonly withoutPlace: readonly string[];
}

/**
 * Composes the site's table from what remotes propose. The policy decides, never the order in which remotes went live: a
 * path belongs to the remote that claims it, and a name to the first remote that uses it, in the order of the policy and
 * then of the alphabet.
 */
export function composeTable(policy: RoutePolicy, proposals: readonly Proposal[]): ComposedRoutes {
  const named = namedRemotes(policy);
  const rank = ({ remote }: Proposal) => (named.includes(remote) ? named.indexOf(remote) : named.length);
  const ordered = proposals.toSorted((a, b) => rank(a) - rank(b) || (a.remote < b.remote ? -1 : 1));
  const remotes = ordered.map(({ remote }) => remote);
  const pages = new Map<string, SitePage>();
  const wishes = new Map<string, readonly string[]>();
  const taken = new Map<string, string>();
  const problems: RouteProblem[] = [];
  for (const { remote, pages: declared } of ordered) {
    for (const page of declared) {
      const problem = problemOf(policy, remotes, remote, page) ?? collisionOf(taken, pages, remote, page);
      if (problem) {
        problems.push({ remote, page, ...problem });
        continue;
      }
      for (const language of languages) taken.set(shapeOf(page, language), remote);
      pages.set(page.name, sitePage(remote, page));
      wishes.set(page.name, page.places ?? []);
    }
  }
  const table = Object.fromEntries(pages);
  const wish = (place: string) => [...pages.keys()].filter((name) => wishes.get(name)?.includes(place));
  const { menu, footer } = navigation(policy, wish);
  const { atMost = mostInMenu } = policy.menu;
  const routes = { pages: table, menu: menu.slice(0, atMost), footer };
  return { routes, problems, withoutPlace: menu.slice(atMost) };
}

type Refusal = Pick<RouteProblem, 'code' | 'message' | 'remedy'>;

const anotherPath = 'Choose another path.';

/** Why the policy doesn't let a remote have a page; undefined when it does. */
function problemOf(
  policy: RoutePolicy,
  remotes: readonly string[],
  remote: string,
  page: DeclaredPage,
): Refusal | undefined {
  for (const language of languages) {
    const path = page.paths[language];
    const address = `/${language}${path && `/${path}`}`;
    const what = `${remote} proposes the page "${page.name}" at ${address}`;
    if (isReserved(policy, path))
      return {
        code: 'RELEASE-ROUTE-RESERVED',
        message: `${what}, which the route policy reserves.`,
        remedy: anotherPath,
      };
    const owner = ownerOf(policy, path, language, [...remotes, remote]);
    if (owner === remote) continue;
    if (owner !== undefined)
      return {
        code: 'RELEASE-ROUTE-TAKEN',
        message: `${what}, which is ${owner}’s by the route policy.`,
        remedy: anotherPath,
      };
    return {
      code: 'RELEASE-ROUTE-UNCLAIMED',
      message: `${what}, which nobody may claim by the route policy.`,
      remedy: `The shell’s owner adds the prefix to claims of "${remote}": npx site policy FILE`,
    };
  }
  return undefined;
}

/** A page whose name or path another page already has. */
function collisionOf(
  taken: ReadonlyMap<string, string>,
  pages: ReadonlyMap<string, SitePage>,
  remote: string,
  page: DeclaredPage,
): Refusal | undefined {
  const other = pages.get(page.name);
  const fail = (message: string, remedy: string): Refusal => ({ code: 'RELEASE-ROUTE-TAKEN', message, remedy });
  if (other)
    return fail(
      `${remote} proposes the page "${page.name}", but ${other.remote} has a page of that name.`,
      'Rename it.',
    );
  const language = languages.find((spoken) => taken.has(shapeOf(page, spoken)));
  if (!language) return undefined;
  return fail(
    `${remote} proposes the page "${page.name}" at /${language}/${page.paths[language]}, where ${taken.get(shapeOf(page, language))} has a page.`,
    anotherPath,
  );
}

/** Paths of the same shape match the same addresses, whatever their parameters are called. */
const shapeOf = ({ paths }: DeclaredPage, language: Language): string =>
  `/${language}/${paths[language].replaceAll(/:\w+/g, ':')}`;

function sitePage(
  remote: string,
  { module, paths, query, form, closing, card, isListed, words }: DeclaredPage,
): SitePage {
  return {
    remote,
    module,
    closing: closing ?? 'invitation',
    paths,
    ...(query && { query }),
    ...(form && { form }),
    ...(card !== undefined && { card }),
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
  { pages, menu, footer }: SiteRoutes,
): LanguageRoutes & Required<Pick<LanguageRoutes, 'titles'>> {
  const wordsOf = (page: string) => pages[page]?.words[language];
  const link = (page: string, label: string | undefined): NavigationLink[] =>
    label === undefined ? [] : [{ page: page as PageName, label: withVariables(label) }];
  const footerLinks = (names: readonly string[]): FooterLink[] =>
    names.flatMap((page): FooterLink[] => {
      if (page === 'careers') return [page];
      const words = wordsOf(page);
      return link(page, words?.footerLink ?? words?.link);
    });
  return {
    language,
    pages: Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, routeOfPage(page)])),
    menu: menu.flatMap((page) => link(page, wordsOf(page)?.link)),
    footer: { legal: footerLinks(footer.legal), company: footerLinks(footer.company) },
    titles: Object.fromEntries(
      Object.entries(pages).map(([name, { words }]) => [name, withVariables(words[language].title)]),
    ),
  };
}

/** What browsers need to know about a page. */
function routeOfPage({ remote, module, closing, paths, query, card }: SitePage): PageRoute {
  return { remote, module, closing, paths, ...(query && { query }), ...(card !== undefined && { card }) };
}
