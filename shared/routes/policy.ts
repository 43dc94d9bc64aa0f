import { fallbackLanguage, type Language, languages } from '../i18n/languages.ts';
import type { FooterColumn, FragmentSlot } from './table.ts';

/** Path prefixes below the language: the same in every language, or for each. The empty one is the home page alone. */
export type ClaimedPrefixes = readonly string[] | Readonly<Record<Language, readonly string[]>>;

/** What the shell's owner decides about the pages that remotes propose: `policy.json` in the store. */
export interface RoutePolicy {
  /** The prefixes that each remote may claim. A remote without any has no pages. The table has the same order. */
  readonly claims: Readonly<Record<string, ClaimedPrefixes>>;
  /** What remotes that `claims` doesn't name may claim: the prefix of their own name, or nothing. */
  readonly others: 'own-name' | 'none';
  /** Prefixes that nobody may claim. */
  readonly reserved: readonly string[];
  /**
   * Remotes whose scripts never run beside another remote's page: navigation to and from their pages loads a document. All
   * others are trusted: a tab may run the scripts of every remote that it has shown.
   */
  readonly isolation?: Readonly<Record<string, 'document'>>;
  /** The remotes' own APIs, by the names that remotes declare. The site's server asks them, and nothing else. */
  readonly grants?: Readonly<Record<string, ApiGrant>>;
  /** What the owner has agreed to of each remote that is named: no version of it that asks for more is shown. */
  readonly agreed?: Readonly<Record<string, Agreement>>;
  /** What a page of a remote may weigh, where it differs from `defaultBudget`. */
  readonly budgets?: Readonly<Record<string, Partial<PageBudget>>>;
  /** The remote that has each fragment. Others belong to the remote whose name they begin with, as `others` allows. */
  readonly fragments?: Readonly<Record<string, string>>;
  /** The fragments in the shell's own places. */
  readonly slots?: Readonly<Partial<Record<FragmentSlot, readonly string[]>>>;
  readonly menu: PlacePolicy & {
    /** How many pages it has at most; default: `mostInMenu`. Those after them have no place. */
    readonly atMost?: number;
  };
  readonly footer: Readonly<Record<FooterColumn, readonly string[]>> & Pick<PlacePolicy, 'others'>;
  /** Present while nothing new may go live. */
  readonly frozen?: Freeze;
}

/** Since when nothing new goes live, and why. Anyone who reads the policy reads it too. */
export interface Freeze {
  /** ISO 8601. */
  readonly since: string;
  /** One line; absent when the owner has given none. */
  readonly reason?: string;
}

/** An API that a remote may read from. */
export interface ApiGrant {
  readonly remote: string;
  /** The base of the paths that the remote asks for: an address that ends with a slash. */
  readonly address: string;
  /** The setting of the site's servers with the API's bearer token, such as `REMOTE_API_EVENTS`; absent for an API without one. */
  readonly token?: string;
  /** What it may be asked: `GET`, the default, for reading, and `POST` for the forms of its remote. */
  readonly methods?: readonly ('GET' | 'POST')[];
}

/** Whether an API may be asked with a method. */
export const allows = ({ methods = ['GET'] }: ApiGrant, method: 'GET' | 'POST'): boolean => methods.includes(method);

/** The grant of an API; undefined when the remote has none of that name. */
export function grantOf({ grants = {} }: RoutePolicy, remote: string, api: string): ApiGrant | undefined {
  const grant = Object.hasOwn(grants, api) ? grants[api] : undefined;
  return grant?.remote === remote ? grant : undefined;
}

/** The kinds that every agreement can limit: APIs of its own, forms, packages, addresses, searches, feeds, and places in the navigation. */
export const firstKinds = ['apis', 'forms', 'packages', 'addresses', 'searches', 'feeds', 'places'] as const;

/**
 * What a version of a remote may ask for: also the site's own form on its pages, words in the navigation, and pages that lead to
 * other sites. Those are kinds of their own, so that an agreement from before them refuses nothing that is live.
 */
export const askedKinds = [...firstKinds, 'contact', 'words', 'redirects'] as const;

export type AskedKind = (typeof askedKinds)[number];

/**
 * What the owner has agreed to, one by one, as `askedBy` of the releases names it. A package without a version stands for all its
 * versions. A kind that is absent isn't limited.
 */
export type Agreement = Readonly<Partial<Record<AskedKind, readonly string[]>>>;

/** What browsers may load for a page of a remote: kilobytes (1,000 bytes), compressed with gzip. */
export interface PageBudget {
  /** Before it is hydrated. */
  readonly scripts: number;
  readonly styles: number;
  /** Those that the page's style sheets name, for English texts, whether it shows all of them or not. */
  readonly fonts: number;
  /**
   * In a large window, to the end of the page. Pictures that load only when they come near count too, because a build can't tell
   * which are far down. A photograph counts with its widest variant in the smallest format.
   */
  readonly pictures: number;
}

/**
 * The budget of remotes for which the policy has none: for scripts about half of what the shell has, for fonts twice that of the
 * site's own, for pictures eight photographs as wide as the window.
 */
const defaultBudget: PageBudget = { scripts: 60, styles: 15, fonts: 100, pictures: 1000 };

/** The budget of a remote's pages. */
export const budgetOf = ({ budgets = {} }: RoutePolicy, remote: string): PageBudget => ({
  ...defaultBudget,
  ...(Object.hasOwn(budgets, remote) ? budgets[remote] : {}),
});

/** What a part of the navigation shows. */
export interface PlacePolicy {
  /** The pages that it shows, if they ask for a place, in this order. */
  readonly pages: readonly string[];
  /** Whether other pages that ask for a place get one, after those. */
  readonly others: boolean;
}

/** How many pages the menu has at most, unless the policy says otherwise: as many as a phone shows without scrolling far. */
export const mostInMenu = 8;

/** The policy of a site whose owner has set none: remotes get the prefix of their name, and the places that they ask for. */
export const openPolicy: RoutePolicy = {
  claims: {},
  others: 'own-name',
  reserved: [],
  menu: { pages: [], others: true },
  footer: { legal: [], company: [], others: true },
};

/** What a remote may claim in a language. A policy that is older than the language means the fallback language's prefixes. */
export const prefixesIn = (claimed: ClaimedPrefixes, language: Language): readonly string[] =>
  isForAll(claimed) ? claimed : (claimed[language] ?? claimed[fallbackLanguage]);

const isForAll = (claimed: ClaimedPrefixes): claimed is readonly string[] => Array.isArray(claimed);

/** The prefixes that a remote may claim in a language. */
export function prefixesOf(policy: RoutePolicy, remote: string, language: Language): readonly string[] {
  if (!Object.hasOwn(policy.claims, remote)) return policy.others === 'own-name' ? [remote] : [];
  const claimed = policy.claims[remote] ?? [];
  return prefixesIn(claimed, language);
}

/** Whether a remote may have any page. */
export const isAllowed = (policy: RoutePolicy, remote: string): boolean =>
  languages.some((language) => prefixesOf(policy, remote, language).length > 0);

/** The remotes that a policy names and allows something. */
export const namedRemotes = (policy: RoutePolicy): readonly string[] =>
  Object.keys(policy.claims).filter((remote) => isAllowed(policy, remote));

/** Whether a path is a prefix or below it; only the home page's is below the empty one. */
const isBelow = (path: string, prefix: string): boolean =>
  path === prefix || (prefix !== '' && path.startsWith(`${prefix}/`));

/** Whether nobody may have a path. */
export const isReserved = ({ reserved }: RoutePolicy, path: string): boolean =>
  reserved.some((prefix) => isBelow(path, prefix));

/**
 * Tells the remote that owns a path below a language: the one with the longest prefix of it. A remote in `claims` goes before
 * one that isn't.
 *
 * @param remotes known remotes, besides those that the policy names
 */
export function ownersIn(
  policy: RoutePolicy,
  language: Language,
  remotes: readonly string[],
): (path: string) => string | undefined {
  const owners = new Map<string, string>();
  for (const remote of new Set([...Object.keys(policy.claims), ...remotes]))
    for (const prefix of prefixesOf(policy, remote, language)) if (!owners.has(prefix)) owners.set(prefix, remote);
  return (path) => {
    let prefix = path;
    // The empty prefix is the home page's alone.
    while (prefix !== '' && !owners.has(prefix)) prefix = prefix.slice(0, Math.max(0, prefix.lastIndexOf('/')));
    return prefix === '' && path !== '' ? undefined : owners.get(prefix);
  };
}

/** Whether a remote may have a fragment: the policy gives it that, or, where it gives other prefixes, the fragment has its name. */
export function mayHaveFragment({ fragments = {}, others }: RoutePolicy, remote: string, name: string): boolean {
  if (Object.hasOwn(fragments, name)) return fragments[name] === remote;
  return others === 'own-name' && (name === remote || name.startsWith(`${remote}-`));
}

/** Whether a remote's scripts run in documents of their own. */
export const isIsolated = ({ isolation = {} }: RoutePolicy, remote: string): boolean =>
  Object.hasOwn(isolation, remote);

/**
 * Whether a document with a page of one remote may load another remote: the same one, or any if both are trusted.
 *
 * @param shown the remote of the document's page; undefined for the shell's own
 */
export const mayLoad = (policy: RoutePolicy, shown: string | undefined, remote: string): boolean =>
  shown === remote || !(isIsolated(policy, remote) || (shown !== undefined && isIsolated(policy, shown)));
