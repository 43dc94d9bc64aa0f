import type { Language } from '../i18n/languages.ts';

/** The name of a page of the site, as links use it. A remote adds its own to `SitePages`. */
export type PageName = keyof SitePages;

/** The names of the parameters in a path: `year` and `slug` of `news/:year/:slug`. */
type ParamsIn<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type ParamNames<Name extends PageName> = SitePages[Name] extends { readonly paths: infer Paths }
  ? ParamsIn<Paths extends string ? Paths : Paths[keyof Paths]>
  : never;

/** The parameters of a page's path, which a link to it gives. None for a page that always has the same address. */
export type ParamsOf<Name extends PageName> = Readonly<Record<ParamNames<Name>, string>>;

/** The pages whose paths have no parameters. */
export type PlainPageName = { [Name in PageName]: [ParamNames<Name>] extends [never] ? Name : never }[PageName];

/**
 * The path of a page in a language that it isn't in: the policy leaves it out there, or its remote doesn't propose it. Its
 * question mark can't be in a path, so no address matches it. Its colon marks a parameter, so nothing suggests it. Shells that
 * don't know it link to the home page.
 */
export const absentPath = '?:';

/** Whether a page exists in a language. */
export const isIn = ({ paths }: Pick<PageRoute, 'paths'>, language: Language): boolean =>
  paths[language] !== absentPath;

/** Earlier paths of a page by language, with the parameters of the present one. */
export type FormerPaths = Readonly<Partial<Record<Language, readonly string[]>>>;

/** Query parameters in which a page takes any text, such as what visitors type, and how many characters each has at most. */
export type SearchParameters = Readonly<Record<string, { readonly max: number }>>;

/** One page of the site: its path in each language, and the remote that exposes it. */
export interface PageRoute {
  /** Path below the language prefix in each language; `:name` is a parameter, `absentPath` stands for none. */
  readonly paths: Readonly<Record<Language, string>>;
  /** Paths that the page had before, in some languages: they lead to the present one. */
  readonly was?: FormerPaths;
  /** The remote that exposes the page. */
  readonly remote: string;
  /** The exposed module of that remote. */
  readonly module: string;
  /**
   * Query parameters that the page reads, with their possible values. Others stay in the address bar and reach neither the
   * page nor a cache: otherwise anyone could fill caches with copies of a page.
   */
  readonly query?: Readonly<Record<string, readonly string[]>>;
  /** Query parameters that the page reads with any value, up to a length. Its pages with them push no others out of caches. */
  readonly freeQuery?: SearchParameters;
  /** Query parameters in which the page takes what visitors type. A page with such a value is for one visitor: nothing keeps it. */
  readonly search?: SearchParameters;
  /** The end of the page: the invitation to write, or the plain evening strip. */
  readonly closing: 'invitation' | 'strip';
  /** The page whose social card it has; absent for the card of the whole site. */
  readonly card?: string;
  /** Whether its addresses have a feed. */
  readonly feed?: true;
}

/** What a site can go without: messages of visitors, and news. */
export type SitePart = 'messages' | 'news';

/** The pages of the site by their names: what links, the router, the sitemap and alternates read. */
export interface RouteTable {
  readonly pages: Readonly<Record<string, PageRoute>>;
  /** What the site goes without. Absent for nothing, and from early servers. */
  readonly lacks?: readonly SitePart[];
}

/** A fragment of the site: the remote that exposes it. */
export interface FragmentRoute {
  readonly remote: string;
  readonly module: string;
}

/** The places of the shell that the policy can give to fragments, in the order in which a page has them. */
export const fragmentSlots = ['bar', 'not-found', 'above-footer'] as const;

/** A place of the shell for fragments. */
export type FragmentSlot = (typeof fragmentSlots)[number];

/** A place in the navigation: a page of the table, and its words in one language. */
export interface NavigationLink {
  readonly page: PlainPageName;
  readonly label: string;
}

/** The table as documents of one language need it. */
export interface LanguageRoutes extends RouteTable {
  readonly language: Language;
  readonly menu: readonly NavigationLink[];
  readonly footer: Readonly<Record<FooterColumn, readonly FooterLink[]>>;
  /** The fragments of the site by name; absent without any. */
  readonly fragments?: Readonly<Record<string, FragmentRoute>>;
  /** The fragments in the shell's own places, in their order. */
  readonly slots?: Readonly<Partial<Record<FragmentSlot, readonly string[]>>>;
  /** The titles of the pages, where other pages name them. Documents of pages don't have them. */
  readonly titles?: Readonly<Record<string, string>>;
}

/** The columns of the footer that the route policy fills. */
export type FooterColumn = 'legal' | 'company';

/** A link of the footer: a page, or the shell's own link to the jobs. */
export type FooterLink = NavigationLink | 'careers';

/** The page with a name; undefined when the table has none. */
export const routeOf = ({ pages }: RouteTable, page: string): PageRoute | undefined =>
  Object.hasOwn(pages, page) ? pages[page] : undefined;
