import type { ComponentType } from 'react';
import type { Language } from '../i18n/languages.ts';
import type { PathParams } from '../routes/path.ts';
import type { ApiClient } from './api.ts';
import type { DescribeStructuredData } from './structuredData.ts';

/**
 * Version of the contract between shell and remotes. The shell refuses a release made for another one. What pages may
 * leave out is added without a new version.
 */
export const contractVersion = 1;

/** The texts of a namespace in one language. */
export interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

/** A page's texts. One i18n instance holds them all; each remote has the namespace of its own name. */
export interface PageStrings {
  readonly namespace: string;
  /** Top-level keys of the catalogue that the page shows: only these travel with the server's HTML. */
  readonly sections: readonly string[];
  readonly catalogues: Readonly<Record<Language, () => Promise<Catalogue>>>;
}

/** What a page's functions get to know of the request or navigation. */
export interface PageContext {
  readonly language: Language;
  readonly params: PathParams;
  /** The query of the address. */
  readonly query: URLSearchParams;
  readonly api: ApiClient;
  /** Aborted when the visitor has gone elsewhere or the time budget has ended. */
  readonly signal: AbortSignal;
}

/** What a page's data changes in the head. Absent: title and tags of the route table's page. */
export interface HeadOverrides {
  /** Stands for the route's title before the product and city. */
  readonly title?: string;
  /** Stands for the route's description, for search engines and cards. */
  readonly description?: string;
  /** An article's title: becomes the whole page title, and the `title`, `og:title` and `twitter:title` metas. */
  readonly articleTitle?: string;
  /** Whether search engines may list the page. Absent: they may. */
  readonly isIndexed?: boolean;
  /** Absolute http(s) address of what the page stands for, where that is elsewhere. Absent: the page's own address. */
  readonly canonical?: string;
  /** Where visitors without JavaScript are sent, and after how many seconds. */
  readonly refresh?: { readonly seconds: number; readonly url: string };
}

/** The answer of a page to a form posted without JavaScript. A redirect leads to a path of this site, such as `pathOf` gives. */
export type PageActionResult<Result> =
  | { readonly redirect: string }
  | { readonly status: number; readonly result: Result };

/** What a page's component is given. */
export interface PageProps<Data = undefined, Result = undefined> {
  readonly language: Language;
  readonly params: PathParams;
  readonly query: URLSearchParams;
  readonly data: Data;
  /** What the page's action answered, when this view is the answer to a posted form. */
  readonly result: Result | undefined;
}

/** A page as its remote writes it. */
export interface PageDefinition<Data, Result> {
  readonly component: ComponentType<PageProps<Data, Result>>;
  readonly strings: PageStrings;
  /**
   * The page's data, loaded on the server for the first view and in the browser on navigation.
   * It must be JSON. Throw `PageNotFoundError` when there is nothing at this address.
   */
  readonly load?: (context: PageContext) => Promise<Data>;
  readonly head?: (data: Data, translate: (key: string) => string, context: PageContext) => HeadOverrides;
  readonly structuredData?: DescribeStructuredData<Data>;
  /**
   * Handles a form posted to the page's address by a browser without JavaScript. Hand `context.signal` to every call: it is
   * aborted after `limits.pageAction`, in time to answer with what was posted and an error.
   */
  readonly action?: (form: URLSearchParams, context: PageContext) => Promise<PageActionResult<Result>>;
}

/** A page as the shell sees it: what it loads and posts is the page's own business. */
export type Page = PageDefinition<unknown, unknown>;

/** The default export of every module that a remote exposes. */
export interface PageModule {
  readonly default: Page;
}

/** Checks a page against the contract at compile time and hides its data types from the shell. */
export function definePage<Data = undefined, Result = undefined>(definition: PageDefinition<Data, Result>): Page {
  // The shell hands a page only the data that the page itself has made, so the types stay true.
  return definition as unknown as Page;
}

/** Thrown by a page's `load` when its address has no content: the shell shows the 404 page with status 404. */
export class PageNotFoundError extends Error {
  override readonly name = 'PageNotFoundError';

  constructor(what: string) {
    super(`Nothing was found at this address: ${what}.`);
  }
}
