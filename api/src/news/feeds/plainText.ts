import sanitizeHtml from 'sanitize-html';
import { limits } from '../../limits.ts';

/** Elements that separate words: the sanitizer keeps their bare tags, which then become spaces. */
const blocks =
  'address article blockquote br dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li ol p pre section table td th tr ul';
/** Elements whose content is not shown as text. */
const invisible = 'script style noscript template textarea option xmp iframe object svg math title';

const options = { allowedTags: blocks.split(' '), allowedAttributes: {}, nonTextTags: invisible.split(' ') };
const characters: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** The visible text of HTML, or of its beginning: without tags, scripts and pictures, and with its entities decoded. */
export function plainText(html: string): string {
  return (
    sanitizeHtml(beginningOf(html), options)
      // Only the bare tags still have angle brackets: the sanitizer escapes all others.
      .replace(/<[^>]*>/g, ' ')
      .replace(/&(?:lt|gt|amp);/g, (entity) => characters[entity] ?? entity)
  );
}

function beginningOf(html: string): string {
  if (html.length <= limits.feedHtml) return html;
  // The cut may leave half a tag at the end: remove it.
  return html.slice(0, limits.feedHtml).replace(/<[^<>]*$/, '');
}
