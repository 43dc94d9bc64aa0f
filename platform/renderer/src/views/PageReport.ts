/** How the rendering of a page went. */
export interface PageReport {
  readonly url: string;
  /** The page's name in the route table. */
  readonly page: string;
  /** Why there is no page. Visitors would get an earlier release or the 404 page; a developer needs to see the error. */
  readonly failure?: { readonly message: string; readonly stack?: string };
  /** The fragments on it that fail, and why: visitors would get an earlier release of them, or the fallback. */
  readonly fragments?: readonly { readonly name: string; readonly message: string; readonly stack?: string }[];
  /** Message keys that are in no catalogue, such as `blog:list.title`. */
  readonly missingTexts: readonly string[];
}
