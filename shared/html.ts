/**
 * Escaping for HTML: one function for each context of the HTML standard. All HTML that is written by hand goes through one
 * of them; React escapes the rest.
 */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for an element, `<title>` included, or a quoted attribute, in HTML or XML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** A text without the characters that no XML document may have: https://www.w3.org/TR/xml/#charsets */
export const xmlText = (text: string): string =>
  text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');

/** JSON that is safe inside a `<script>`: no `<` can end or open an element. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Escapes an SVG for a `data:` URL in a quoted attribute. Escapes only what it must: the rest compresses better unescaped. */
export const svgDataUrl = (svg: string): string =>
  `data:image/svg+xml,${svg.replace(/[%#&<>"'\s[\]\\^`{|}]/g, (character) => (character === "'" ? '%27' : encodeURIComponent(character)))}`;

/** Elements whose text HTML doesn't unescape, so nothing in it can be escaped. */
export type RawElement = 'style' | 'script';

/**
 * What ends a raw element. In a script, `<!--` and `<script` switch to a state in which `</script>` doesn't end it:
 * https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements
 */
const breakouts: Readonly<Record<RawElement, RegExp>> = {
  style: /<\/style/i,
  script: /<(?:\/script|script|!--)/i,
};

/** The place where a text would break out of its element. */
export interface Breakout {
  /** As it is in the text, such as `</style`. */
  readonly found: string;
  /** Counted from 1. */
  readonly line: number;
}

/** Where a text first breaks out of a raw element; undefined when it doesn't. */
export function breakoutOf(element: RawElement, text: string): Breakout | undefined {
  const match = breakouts[element].exec(text);
  return match ? { found: match[0], line: text.slice(0, match.index).split('\n').length } : undefined;
}

/**
 * The text of a raw element, as it is: a Content-Security-Policy has its hash.
 *
 * @throws {Error} when the text would leave the element
 */
export function rawText(element: RawElement, text: string): string {
  const breakout = breakoutOf(element, text);
  if (breakout)
    throw new Error(`"${breakout.found}" in line ${breakout.line} would end a <${element}> of the document.`);
  return text;
}
