import { type Head, type HeadTag, headMark } from './head.ts';

/**
 * Puts a view's head into the document, in the place of the previous view's. Structured data of a previous view goes
 * too: what reads it loads a page whole.
 * A visitor whose head can't be set is sent to the site's root.
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
