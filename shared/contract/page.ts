import type { ComponentType } from 'react';
import type { Language } from '../i18n/languages.ts';
import type { PathParams } from '../routes/path.ts';
import type { ApiClient } from './api.ts';

/**
 * Version of the contract between shell and remotes. The shell rejects a release made for another one. Optional additions
 * don't change it.
 */
export const contractVersion = 1;

/**
 * The contracts that a shell of these sources supports. When you raise `contractVersion`, keep the previous one here for as
 * long as the shell can show its remotes: then no release has to wait for another.
 */
export const supportedContracts: readonly number[] = [contractVersion];

/** The messages of a namespace in one language. */
export interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

/**
 * A page's messages. One i18n instance holds them all; each remote has the namespace of its own name. The contract calls them
 * `strings`, as releases since 1.1.0 do.
 */
export interface PageStrings {
  readonly namespace: string;
  /** Top-level keys of the catalogue that the page shows: the server's HTML contains only these. */
  readonly sections: readonly string[];
  readonly catalogues: Readonly<Record<Language, () => Promise<Catalogue>>>;
}

/** The request or navigation, for a page's functions. */
export interface PageContext {
  readonly language: Language;
  readonly params: PathParams;
  /** The parameters of the address that the page declares, in `query` or `search`; what a visitor typed is in one line, cut to `max`. */
  readonly query: URLSearchParams;
  readonly api: ApiClient;
  /** Aborted when the visitor leaves or the time budget is spent. */
  readonly signal: AbortSignal;
}

/** What a page's `head` also knows. */
export interface HeadContext<Result = unknown> extends PageContext {
  /** The outcome of a posted form, when the page shows it again. */
  readonly result?: Result | undefined;
}

/** Translates a key of the page's own catalogue. `values` fill its placeholders, such as `{{count}}`. */
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** A page's own values for the head. By default title and tags come from `routes` in the remote's catalogues. */
export interface HeadOverrides {
  /** Replaces the route's title before product and city. */
  readonly title?: string;
  /** What has happened on the page, in front of the document's title alone: `Error:`. In the browser pages use `prefixTitle`. */
  readonly titlePrefix?: string;
  /** Replaces the route's description, for search engines and cards. */
  readonly description?: string;
  /** An article's title: replaces the whole page title, and the `title`, `og:title` and `twitter:title` metas. */
  readonly articleTitle?: string;
  /** Whether search engines may list the page. Default: true. */
  readonly isIndexed?: boolean;
  /** Absolute http(s) address of the original, on another site only for a page with `isRedirect`. Default: the page's own address. */
  readonly canonical?: string;
  /** Redirects visitors without JavaScript after some seconds, to another site only from a page with `isRedirect`. */
  readonly refresh?: { readonly seconds: number; readonly url: string };
}

/** Properties of a page's component. */
export interface PageProps<Data = undefined, Result = undefined> {
  readonly language: Language;
  readonly params: PathParams;
  readonly query: URLSearchParams;
  readonly data: Data;
  /**
   * The outcome of a posted form that was rejected, so that the page can show it again. The site server submits the forms of
   * the route table.
   */
  readonly result: Result | undefined;
  /**
   * Puts what has happened on the page in front of the document's title, until the returned function is called: an effect can
   * return it. Older shells don't have it.
   */
  readonly prefixTitle?: (prefix: string) => () => void;
}

/** A page as its remote writes it. */
export interface PageDefinition<Data, Result> {
  readonly component: ComponentType<PageProps<Data, Result>>;
  readonly strings: PageStrings;
  /**
   * Loads the page's data: on the server for the first view, in the browser on navigation. It must be JSON.
   *
   * @throws {PageNotFoundError} when there is nothing at this address
   */
  readonly load?: (context: PageContext) => Promise<Data>;
  readonly head?: (data: Data, translate: Translate, context: HeadContext<Result>) => HeadOverrides;
  readonly structuredData?: DescribeStructuredData<Data>;
}

/** A page as the shell sees it, without the types of its data. */
export type Page = PageDefinition<unknown, unknown>;

/** The default export of every module that a remote exposes. */
export interface PageModule {
  readonly default: Page;
}

/** Defines a page: checks it against the contract at compile time and hides its data types from the shell. */
export function definePage<Data = undefined, Result = undefined>(definition: PageDefinition<Data, Result>): Page {
  // The shell passes a page only the data that the page itself has loaded, so the types hold.
  return definition as unknown as Page;
}

/** Thrown by a page's `load` when there is nothing at its address: the shell then shows the 404 page, with status 404. */
export class PageNotFoundError extends Error {
  override readonly name = 'PageNotFoundError';

  constructor(what: string) {
    super(`Nothing was found at this address: ${what}.`);
  }
}

/**
 * A node in the vocabulary of schema.org.
 *
 * @see https://www.w3.org/TR/json-ld11/
 */
export interface JsonLdNode {
  readonly '@type'?: string | undefined;
  /** An address that identifies the thing, for references. */
  readonly '@id'?: string | undefined;
  readonly [property: string]: JsonLdValue;
}

/** A property's value; undefined ones are left out. */
export type JsonLdValue = string | number | boolean | JsonLdNode | readonly JsonLdValue[] | undefined;

/** A page's structured data for search engines. Everything in it must be visible on the page. */
export interface StructuredData {
  /** The type of the page. Default: `WebPage`. */
  readonly type?: 'AboutPage' | 'CollectionPage' | 'ContactPage' | 'FAQPage';
  /** The subject of the page. */
  readonly mainEntity?: JsonLdNode | readonly JsonLdNode[];
}

/** The context of `DescribeStructuredData`. */
export interface StructuredDataContext extends PageContext {
  /** Turns a path of the site into an absolute address. */
  readonly absolute: (path: string) => string;
  /** A reference to the company, which the shell describes. */
  readonly organization: { readonly '@id': string };
}

/**
 * Describes a page for search engines, only on the server. Make it the default export of a file that ends in `.server.ts`:
 * browsers get an empty module instead.
 */
export type DescribeStructuredData<Data = undefined> = (
  data: Data,
  translate: Translate,
  context: StructuredDataContext,
) => StructuredData;
