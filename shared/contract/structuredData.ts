import type { PageContext } from './page.ts';

/**
 * A thing in the vocabulary of schema.org.
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
 * Describes a page for search engines, on the server alone. Make it the default export of a file that ends in `.server.ts`:
 * such files are empty in browsers.
 */
export type DescribeStructuredData<Data = undefined> = (
  data: Data,
  translate: (key: string) => string,
  context: StructuredDataContext,
) => StructuredData;
