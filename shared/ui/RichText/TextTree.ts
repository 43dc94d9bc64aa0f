import { type Handler, Parser } from 'htmlparser2';
import { plainAddress, safeLink } from './address.ts';
import { type Allowed, allowed, deepest, deepestSource, dividing, dropped, everywhere } from './list.ts';

/** An element of a cleaned text. */
export interface TextElement {
  readonly name: string;
  /** By their names in React. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: TextNode[];
}

export type TextNode = string | TextElement;

/**
 * Foreign HTML as a tree of allowed elements. It is nested as browsers nest it: they read the server's HTML of it as the same
 * tree, so that pages hydrate, and nothing in it ends an element around it.
 */
export function textTree(html: string): readonly TextNode[] {
  const tree = new TextTree();
  new Parser(tree).end(html);
  tree.end();
  return tree.nodes;
}

/** An open element. */
interface Open {
  readonly rule: Allowed;
  readonly element: TextElement;
}

const elementOf = (name: string, attributes = {}): TextElement => ({ name, attributes, children: [] });

const ruleOf = (name: string): Allowed | undefined => (Object.hasOwn(allowed, name) ? allowed[name] : undefined);

/** Builds the tree from the events of the parser, which closes every element that it opens, the inner ones first. */
class TextTree implements Partial<Handler> {
  readonly nodes: TextNode[] = [];
  /** From the outermost one. */
  readonly #open: Open[] = [
    { rule: { content: 'paragraphs' }, element: { name: '', attributes: {}, children: this.nodes } },
  ];
  /** What the source has opened; nothing for elements that are left out. */
  readonly #sources: (TextElement | undefined)[] = [];
  /** Inline elements that the source has opened: each text is in them, in whichever block it is. */
  readonly #inline: TextElement[] = [];
  /** How many elements of those that are dropped with their content are open. */
  #hidden = 0;
  #parser: Parser | undefined;

  onparserinit(parser: Parser): void {
    this.#parser = parser;
  }

  onopentag(name: string, source: Readonly<Record<string, string>>): void {
    if (this.#hidden > 0 || dropped.has(name)) this.#hidden++;
    else this.#sources.push(this.#begin(name, source));
    // The parser takes ever longer: nobody has written what is nested so deep.
    if (this.#sources.length + this.#hidden > deepestSource) this.#parser?.pause();
  }

  onclosetag(name: string): void {
    if (this.#hidden > 0) {
      this.#hidden--;
      return;
    }
    const element = this.#sources.pop();
    if (dividing.has(name)) this.#endText();
    const inline = element ? this.#inline.indexOf(element) : -1;
    if (inline >= 0) this.#inline.splice(inline, 1);
    const place = this.#open.findIndex((open) => open.element === element);
    if (place > 0) this.#closeTo(place);
  }

  ontext(source: string): void {
    if (this.#hidden > 0) return;
    const text = plain(source);
    if (text === '' || (/^\s*$/.test(text) && this.#isBetweenBlocks)) return;
    const { children, name } = this.#startText();
    const last = children.at(-1);
    if (typeof last === 'string') children[children.length - 1] = last + text;
    else children.push(name === 'pre' && last === undefined ? text.replace(/^\n+/, '') : text);
  }

  end(): void {
    this.#closeTo(1);
  }

  get #top(): Open {
    // The root is never closed.
    return this.#open.at(-1) as Open;
  }

  get #isBetweenBlocks(): boolean {
    const { rule, element } = this.#top;
    const last = element.children.at(-1);
    const isInText = typeof last === 'string' || (last && isInline(last.name));
    return !/^(?:inline|text)$/.test(rule.content) && !isInText;
  }

  #begin(name: string, source: Readonly<Record<string, string>>): TextElement | undefined {
    const rule = ruleOf(name);
    if (dividing.has(name)) this.#endText();
    if (!rule) return undefined;
    const element = elementOf(name, attributesOf(name, rule, source));
    if (rule.content === 'inline void') {
      this.#startText().children.push(element);
      return undefined;
    }
    return rule.content === 'inline' ? this.#beginInline(element) : this.#beginBlock(element, rule);
  }

  #beginInline(element: TextElement): TextElement | undefined {
    const { name, attributes } = element;
    const isEmptyShell = /^(?:a|span)$/.test(name) && !attributes.href && !attributes.lang && !attributes.dir;
    const isNested = name === 'a' && this.#inline.some((other) => other.name === 'a');
    if (isEmptyShell || isNested || this.#inline.length >= deepest) return undefined;
    this.#inline.push(element);
    return element;
  }

  #beginBlock(element: TextElement, rule: Allowed): TextElement | undefined {
    this.#endText();
    if (!this.#makePlaceFor(element.name, rule)) return undefined;
    this.#top.element.children.push(element);
    if (rule.content === 'void') return undefined;
    this.#open.push({ rule, element });
    return element;
  }

  /** Closes and opens what must be for a block to be where HTML has it; returns false where it can't be. */
  #makePlaceFor(name: string, { parents }: Allowed): boolean {
    if (parents) {
      const place = this.#open.findLastIndex(({ element, rule }) => leadsTo(parents, element.name, rule));
      const isOutside = this.#open.slice(place + 1).some(({ rule, element }) => bounds(name, rule, element.name));
      if (place < 0 || isOutside) return false;
      this.#closeTo(place + 1);
      if (name === 'caption' && this.#top.element.children.length > 0) return false;
    }
    while (this.#top.rule.content === 'parts' && !parents?.includes(this.#top.element.name)) this.#imply();
    return this.#open.length <= deepest;
  }

  /** Begins the part of the open element that what follows must be in. */
  #imply(): void {
    const name = this.#top.rule.content === 'paragraphs' ? 'p' : (this.#top.rule.implied ?? 'p');
    const element = elementOf(name);
    this.#top.element.children.push(element);
    this.#open.push({ rule: ruleOf(name) ?? { content: 'text' }, element });
  }

  /** The element that a text is added to: in a block, and in the inline elements that are open in the source. */
  #startText(): TextElement {
    while (/^(?:parts|paragraphs)$/.test(this.#top.rule.content)) this.#imply();
    const block = this.#open.findLastIndex(({ rule }) => rule.content !== 'inline');
    const isOpen = ({ attributes }: TextElement, index: number) =>
      this.#open[block + 1 + index]?.element.attributes === attributes;
    const first = this.#inline.findIndex((element, index) => !isOpen(element, index));
    const kept = first < 0 ? this.#inline.length : first;
    this.#closeTo(block + 1 + kept);
    for (const { name, attributes } of this.#inline.slice(kept)) {
      const element = elementOf(name, attributes);
      this.#top.element.children.push(element);
      this.#open.push({ rule: { content: 'inline' }, element });
    }
    return this.#top.element;
  }

  /** Ends the text that is open, with its paragraph or heading. */
  #endText(): void {
    const block = this.#open.findLastIndex(({ rule }) => !/^(?:inline|text)$/.test(rule.content));
    this.#closeTo(block + 1);
  }

  /** Closes all elements but the first ones. Those that show nothing are taken out again. */
  #closeTo(count: number): void {
    while (this.#open.length > Math.max(count, 1)) {
      const { element } = this.#open.pop() as Open;
      const isCell = element.name === 'td' || element.name === 'th';
      if (!isCell && element.children.every(isBlank)) this.#top.element.children.pop();
    }
  }
}

/** A text without control characters and halves of others, of which documents would have something else. */
const plain = (text: string): string => text.replace(/(?![\t\n])[\p{Cc}\p{Cs}]/gu, '');

const isInline = (name: string): boolean => ruleOf(name)?.content.startsWith('inline') ?? false;

const isBlank = (node: TextNode): boolean =>
  typeof node === 'string' ? /^\s*$/.test(node) : node.name === 'br' || node.name === 'wbr';

/** Whether an open element is among some parents, or implies one: a table has rows in a `tbody`. */
function leadsTo(parents: readonly string[], name: string, { implied }: Allowed): boolean {
  if (parents.includes(name)) return true;
  return implied !== undefined && leadsTo(parents, implied, ruleOf(implied) ?? { content: 'flow' });
}

const isOfTable = /^(?:table|caption|thead|tbody|tfoot|tr|th|td)$/;

/** Whether a part of a list can't be of a list around this element. Rows and cells end whatever is open in their table. */
function bounds(part: string, { content }: Allowed, name: string): boolean {
  if (isOfTable.test(part)) return false;
  if (isOfTable.test(name)) return true;
  return (content === 'flow' || content === 'paragraphs') && !(part === 'li' ? /^li$/ : /^d[dt]$/).test(name);
}

/** The allowed attributes of an element. Values are never taken from anything that isn't in the list. */
function attributesOf(
  name: string,
  { attributes }: Allowed,
  source: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (Object.keys(source).length === 0) return {};
  const known = Object.entries({ ...everywhere, ...attributes }).flatMap(([property, { of, value }]) => {
    const given = Object.hasOwn(source, of) ? source[of] : undefined;
    return given !== undefined && value.test(given) ? [[property, plain(given)]] : [];
  });
  const { href = '', src = '', alt = '', width = '', height = '' } = source;
  const link = name === 'a' ? safeLink(href) : undefined;
  const picture = name === 'img' ? { src: plainAddress(src), alt: plain(alt), width, height } : {};
  return { ...Object.fromEntries(known), ...picture, ...(link && { href: link.href }) };
}
