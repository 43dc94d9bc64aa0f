/** An element of the head other than the title. */
export interface HeadTag {
  readonly element: 'meta' | 'link';
  readonly attributes: Readonly<Record<string, string>>;
  /** Hidden from the browser until the first paint, so that its request doesn't delay the text. */
  readonly afterPaint?: true;
}

/** The part of the document's head that a view determines. */
export interface Head {
  readonly title: string;
  /** The page's name, without product and city. */
  readonly name: string;
  readonly tags: readonly HeadTag[];
  /** Redirects visitors without JavaScript after some seconds. */
  readonly refresh?: { readonly seconds: number; readonly url: string };
}

/** Marks the tags of a view: a navigation replaces them. */
export const headMark = 'data-head';

/**
 * Replaces the previous view's head in the document. It also removes structured data, which only crawlers need, and they
 * load every page from the server. If replacing fails, the visitor goes to the site's root.
 */
export function applyHead(head: Head): void {
  try {
    document.title = head.title;
    for (const stale of document.head.querySelectorAll(`[${headMark}]`)) stale.remove();
    document.head.append(...head.tags.map(createTag));
  } catch (error) {
    console.error('SITE-HEAD The title and tags of this page could not be set.', error);
    window.location.assign('/');
  }
}

function createTag({ element, attributes }: HeadTag): HTMLElement {
  const tag = document.createElement(element);
  for (const [name, value] of Object.entries({ [headMark]: '', ...attributes })) tag.setAttribute(name, value);
  return tag;
}
