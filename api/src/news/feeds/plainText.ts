import sanitizeHtml from 'sanitize-html';
import { limits } from '../../limits.ts';

/** Elements that part words: they are let through, bare, and then become spaces. */
const blocks =
  'address article blockquote br dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li ol p pre section table td th tr ul';
/** Elements whose content nobody reads. */
const unread = 'script style noscript template textarea option xmp iframe object svg math title';

const options = { allowedTags: blocks.split(' '), allowedAttributes: {}, nonTextTags: unread.split(' ') };
const characters: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** The text that a reader of HTML sees, or the beginning of it: without tags, scripts and pictures, and with its entities decoded. */
export function plainText(html: string): string {
  return (
    sanitizeHtml(beginningOf(html), options)
      // What still is in angle brackets is one of the bare elements: all other brackets are escaped.
      .replace(/<[^>]*>/g, ' ')
      .replace(/&(?:lt|gt|amp);/g, (entity) => characters[entity] ?? entity)
  );
}

function beginningOf(html: string): string {
  if (html.length <= limits.feedHtml) return html;
  // Without the piece of a tag that it may end with.
  return html.slice(0, limits.feedHtml).replace(/<[^<>]*$/, '');
}
