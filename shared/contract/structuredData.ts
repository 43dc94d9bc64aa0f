import type { PageContext } from './page.ts';

/**
 * A thing in the vocabulary of schema.org.
 *
 * @see https://www.w3.org/TR/json-ld11/
 */
export interface JsonLdNode {
  readonly '@type'?: string | undefined;
  /** An address that names the thing, for what is said of it elsewhere. */
  readonly '@id'?: string | undefined;
  readonly [property: string]: JsonLdValue;
}

/** A property's value; undefined ones are left out. */
export type JsonLdValue = string | number | boolean | JsonLdNode | readonly JsonLdValue[] | undefined;

/** What a page tells search engines. Visitors must see all of it on the page. */
export interface StructuredData {
  /** What kind of page it is. Absent: a page like any other. */
  readonly type?: 'AboutPage' | 'CollectionPage' | 'ContactPage' | 'FAQPage';
  /** What the page is about. */
  readonly mainEntity?: JsonLdNode | readonly JsonLdNode[];
}

/** What a page describes itself with. */
export interface StructuredDataContext extends PageContext {
  /** Makes an absolute address of a path of the site. */
  readonly absolute: (path: string) => string;
  /** The company, to refer to: the shell describes it. */
  readonly organization: { readonly '@id': string };
}

/**
 * Describes a page to search engines, on the server alone. Keep it in a file that ends in `.server.ts`, as its default
 * export: browsers get nothing of such files.
 */
export type DescribeStructuredData<Data = undefined> = (
  data: Data,
  translate: (key: string) => string,
  context: StructuredDataContext,
) => StructuredData;
