import { unescapeHtml } from '@site/testkit/site/http.ts';

/** The attributes of an element in a document's head. */
export type HeadTag = Readonly<Record<string, string>>;

/** Every `<meta>` or `<link>` of a document. */
export function tagsOf(html: string, element: 'meta' | 'link'): readonly HeadTag[] {
  return [...html.matchAll(new RegExp(`<${element}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescapeHtml(value)]),
    ),
  );
}

/** The contents of all `<meta>` with a name or property, in order. */
export const metaOf = (html: string, name: string): readonly string[] =>
  tagsOf(html, 'meta').flatMap((tag) => (tag.name === name || tag.property === name ? [tag.content ?? ''] : []));

/** The canonical address of a document. */
export const canonicalOf = (html: string): string | undefined =>
  tagsOf(html, 'link').find(({ rel }) => rel === 'canonical')?.href;

/** The addresses of a page's language versions, by language. */
export const versionsOf = (html: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    tagsOf(html, 'link').flatMap(({ hreflang, href = '' }) => (hreflang === undefined ? [] : [[hreflang, href]])),
  );

/** An item of the structured data. */
export type Thing = Readonly<Record<string, unknown>>;

/** The items in a document's structured data. There is at most one script with it. */
export function structuredDataOf(html: string): readonly Thing[] {
  const scripts = [...html.matchAll(/<script[^>]* type="application\/ld\+json">(.*?)<\/script>/gs)];
  if (scripts.length > 1) throw new Error('There is more than one script of structured data.');
  const [, json] = scripts[0] ?? [];
  return json ? (JSON.parse(json) as { readonly '@graph': readonly Thing[] })['@graph'] : [];
}
