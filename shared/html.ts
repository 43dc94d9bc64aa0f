/**
 * Every way in which a text gets into HTML: one function for each context of the HTML standard. Whatever is written into a
 * document by hand goes through one of them; React does the rest.
 */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for an element, `<title>` included, or for a quoted attribute; of XML too. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** JSON that is safe inside a `<script>`: no `<` can end or open an element. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Escapes an SVG for a `data:` URL in a quoted attribute. Only what that requires: the rest compresses better as it is. */
export const svgDataUrl = (svg: string): string =>
  `data:image/svg+xml,${svg.replace(/[%#&<>"'\s[\]\\^`{|}]/g, (character) => (character === "'" ? '%27' : encodeURIComponent(character)))}`;

/** Elements whose text HTML takes as it is: nothing in it can be escaped. */
export type RawElement = 'style' | 'script';

/**
 * What leaves a raw element. In a script, `<!--` and `<script` lead into a state in which `</script>` doesn't end it:
 * https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements
 */
const breakouts: Readonly<Record<RawElement, RegExp>> = {
  style: /<\/style/i,
  script: /<(?:\/script|script|!--)/i,
};

/** A place in a text where it would leave its element. */
export interface Breakout {
  /** As it is in the text, such as `</style`. */
  readonly found: string;
  /** Counted from 1. */
  readonly line: number;
}

/** Where a text would leave a raw element first; undefined when it stays inside. */
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
