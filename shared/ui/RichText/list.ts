/** What foreign HTML may have: the one list, for the server and for browsers. Everything that isn't in it is left out. */

/** What an element contains: blocks and text, text alone, paragraphs, or only the parts that it implies. */
type Content = 'flow' | 'text' | 'paragraphs' | 'parts';

/** An element that foreign HTML may have. */
export interface Allowed {
  /** Inline ones are in a text, all others begin a block. */
  readonly content: Content | 'inline' | 'void' | 'inline void';
  /** Where it may be, if that isn't everywhere. */
  readonly parents?: readonly string[];
  /** The part that begins where something else is found in it: HTML parsers would move that elsewhere. */
  readonly implied?: string;
  /** Its attributes besides those of all elements, by their names in React. */
  readonly attributes?: Readonly<Record<string, Attribute>>;
}

interface Attribute {
  /** Its name in HTML. */
  readonly of: string;
  readonly value: RegExp;
}

const inline: Allowed = { content: 'inline' };
const text: Allowed = { content: 'text' };
const list: Allowed = { content: 'parts', implied: 'li' };
const rows: Allowed = { content: 'parts', parents: ['table'], implied: 'tr' };

const count = /^[1-9]\d{0,2}$/;
const time = /^[\d:.TZWP+ -]{1,40}$/;
const cell = { colSpan: { of: 'colspan', value: count }, rowSpan: { of: 'rowspan', value: count } } as const;
const dated: Allowed = { content: 'inline', attributes: { dateTime: { of: 'datetime', value: time } } };
const explained: Allowed = { content: 'inline', attributes: { title: { of: 'title', value: /^.{1,200}$/su } } };

/** The elements, by name. Links and pictures have rules of their own: see `address.ts`. */
export const allowed: Readonly<Record<string, Allowed>> = {
  p: text,
  h1: text,
  h2: text,
  h3: text,
  h4: text,
  h5: text,
  h6: text,
  pre: text,
  blockquote: { content: 'paragraphs' },
  hr: { content: 'void' },
  ul: list,
  ol: { ...list, attributes: { start: { of: 'start', value: /^-?\d{1,6}$/ } } },
  li: { content: 'flow', parents: ['ul', 'ol'] },
  dl: { content: 'parts', implied: 'dd' },
  dt: { content: 'text', parents: ['dl'] },
  dd: { content: 'flow', parents: ['dl'] },
  figure: { content: 'flow' },
  figcaption: { content: 'flow', parents: ['figure'] },
  table: { content: 'parts', implied: 'tbody' },
  caption: { content: 'text', parents: ['table'] },
  thead: rows,
  tbody: rows,
  tfoot: rows,
  tr: { content: 'parts', parents: ['thead', 'tbody', 'tfoot'], implied: 'td' },
  th: {
    content: 'flow',
    parents: ['tr'],
    attributes: { ...cell, scope: { of: 'scope', value: /^(?:row|col|rowgroup|colgroup)$/ } },
  },
  td: { content: 'flow', parents: ['tr'], attributes: cell },
  a: { content: 'inline', attributes: { hrefLang: { of: 'hreflang', value: /^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i } } },
  img: { content: 'inline void' },
  br: { content: 'inline void' },
  wbr: { content: 'inline void' },
  abbr: explained,
  dfn: explained,
  time: dated,
  ins: dated,
  del: dated,
  ...Object.fromEntries(
    ['b', 'bdi', 'cite', 'code', 'em', 'i', 'kbd', 'mark', 'q', 's', 'samp', 'small'].map((name) => [name, inline]),
  ),
  ...Object.fromEntries(['span', 'strong', 'sub', 'sup', 'u', 'var'].map((name) => [name, inline])),
};

/** Attributes that every element may have. */
export const everywhere: Readonly<Record<string, Attribute>> = {
  lang: { of: 'lang', value: /^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i },
  dir: { of: 'dir', value: /^(?:ltr|rtl|auto)$/i },
};

/** Elements whose content isn't for readers, or belongs to a control that isn't there. Others leave their content. */
export const dropped: ReadonlySet<string> = new Set(
  (
    'applet audio button canvas datalist embed fencedframe frameset head iframe math meter noembed noframes noscript object ' +
    'option plaintext portal progress script select slot style svg template textarea title video xmp'
  ).split(' '),
);

/** Elements that aren't allowed, and end the paragraph before and after them. */
export const dividing: ReadonlySet<string> = new Set(
  (
    'address article aside body center details dialog dir div fieldset footer form header hgroup html legend main menu nav ' +
    'search section summary'
  ).split(' '),
);

/** How deep blocks are within each other, and inline elements: React and browsers go deep by recursion. */
export const deepest = 16;

/** How deep the source may be nested: what follows isn't read. */
export const deepestSource = 250;
