import { unescapeHtml } from '@site/testkit/site/http.ts';

/** An element of a document's head, by the names of its attributes. */
export type HeadTag = Readonly<Record<string, string>>;

/** Every `<meta>` or `<link>` of a document. */
export function tagsOf(html: string, element: 'meta' | 'link'): readonly HeadTag[] {
  return [...html.matchAll(new RegExp(`<${element}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescapeHtml(value)]),
    ),
  );
}

/** Contents of the metas of a name or property, in their order. */
export const metaOf = (html: string, name: string): readonly string[] =>
  tagsOf(html, 'meta').flatMap((tag) => (tag.name === name || tag.property === name ? [tag.content ?? ''] : []));

/** The address that search engines are to list. */
export const canonicalOf = (html: string): string | undefined =>
  tagsOf(html, 'link').find(({ rel }) => rel === 'canonical')?.href;

/** Addresses of the versions of a page, by language. */
export const versionsOf = (html: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    tagsOf(html, 'link').flatMap(({ hreflang, href = '' }) => (hreflang === undefined ? [] : [[hreflang, href]])),
  );

/** A thing of the structured data. */
export type Thing = Readonly<Record<string, unknown>>;

/** The things that a document's structured data speaks of. There is one script of it, or none. */
export function structuredDataOf(html: string): readonly Thing[] {
  const scripts = [...html.matchAll(/<script[^>]* type="application\/ld\+json">(.*?)<\/script>/gs)];
  if (scripts.length > 1) throw new Error('There is more than one script of structured data.');
  const [, json] = scripts[0] ?? [];
  return json ? (JSON.parse(json) as { readonly '@graph': readonly Thing[] })['@graph'] : [];
}
