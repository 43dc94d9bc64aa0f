import { type Head, headMark } from './head.ts';

/**
 * Puts a view's head into the document, in the place of the previous view's.
 * A visitor whose head can't be set is sent to the site's root.
 */
export function applyHead(head: Head): void {
  try {
    document.title = head.title;
    for (const stale of document.head.querySelectorAll(`[${headMark}]`)) stale.remove();
    document.head.append(...head.metas.map(createMeta));
  } catch (error) {
    console.error('SITE-HEAD The title and tags of this page could not be set.', error);
    window.location.assign('/');
  }
}

function createMeta({ key, name, content }: Head['metas'][number]): HTMLMetaElement {
  const meta = document.createElement('meta');
  meta.setAttribute(headMark, '');
  meta.setAttribute(key, name);
  meta.content = content;
  return meta;
}
