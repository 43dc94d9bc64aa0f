import { type ChildNode, type Declaration, parse, type Rule } from 'postcss';

/** A selector, and what it can't apply without. What's in parentheses, as in `:not(.a)`, may be absent. */
export interface Selector {
  readonly text: string;
  readonly classes: readonly string[];
  readonly elements: readonly string[];
  /** Attributes as they are in HTML: `open`, `data-shown="false"`. */
  readonly attributes: readonly string[];
  /** Whether it needs something that the visitor does. */
  readonly isLater: boolean;
}

/** A declaration. */
export interface Style {
  readonly name: string;
  readonly value: string;
  readonly isImportant: boolean;
}

/** A part of a style sheet: a rule, an at-rule with rules, or anything else, which has a name if it may be left out. */
export type Part =
  | { readonly kind: 'rule'; readonly selectors: readonly Selector[]; readonly styles: readonly Style[] }
  | { readonly kind: 'group'; readonly head: string; readonly parts: readonly Part[] }
  | { readonly kind: 'animation'; readonly name: string; readonly text: string; readonly isAtOnce: boolean }
  | { readonly kind: 'property'; readonly name: string; readonly text: string }
  | { readonly kind: 'other'; readonly text: string };

/** The longest selector, and the deepest nesting, that are looked into. What is beyond, every document has. */
const most = { selector: 500, nested: 16 };

/** The parts of a style sheet, in time linear in its length. */
export function readSheet(text: string): readonly Part[] {
  try {
    return parse(text).nodes.map((node) => partOf(node));
  } catch {
    // Browsers accept everything, and nesting may be too deep for this program.
    return [unread(text)];
  }
}

/** A style sheet that nobody has looked into: every document has all of it. */
export const unread = (text: string): Part => ({ kind: 'other', text });

/** How many selectors and declarations parts have: putting a document together looks at each. */
export const weightOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => {
    if (part.kind === 'group') return sum + weightOf(part.parts);
    return sum + (part.kind === 'rule' ? part.selectors.length + part.styles.length : 1);
  }, 0);

const groups = new Set(['media', 'supports', 'container', 'layer']);

function partOf(node: ChildNode, depth = 0): Part {
  if (node.type === 'rule' && node.nodes.every((child) => child.type === 'decl'))
    return { kind: 'rule', selectors: node.selectors.map(selectorOf), styles: node.nodes.map(styleOf) };
  if (node.type === 'atrule' && node.nodes) {
    const { name, params } = node;
    if (groups.has(name) && depth < most.nested)
      return {
        kind: 'group',
        head: `@${name} ${params}`.trim(),
        parts: node.nodes.map((inner) => partOf(inner, depth + 1)),
      };
    if (name === 'keyframes')
      return { kind: 'animation', name: params, text: node.toString(), isAtOnce: node.nodes.some(isBeginning) };
    if (name === 'property') return { kind: 'property', name: params, text: node.toString() };
  }
  const isBlock = node.type === 'rule' || (node.type === 'atrule' && node.nodes !== undefined);
  return { kind: 'other', text: isBlock ? node.toString() : `${node.toString()};` };
}

/** An animation without a beginning starts with the look that an element has anyway. */
const isBeginning = (step: ChildNode): boolean =>
  step.type === 'rule' && (step as Rule).selectors.some((selector) => /^(?:from|0%)$/.test(selector));

const styleOf = ({ prop, value, important = false }: Declaration): Style => ({
  name: prop,
  value,
  isImportant: important,
});

function selectorOf(text: string): Selector {
  if (text.length > most.selector) return { text, classes: [], elements: [], attributes: [], isLater: false };
  const required = requiredIn(text);
  const bare = required.replace(/\[[^\]]*\]/g, '');
  const classes = [...bare.matchAll(/\.((?:[\w-]|[^\0-\x7f]|\\.)+)/g)].map(([, name = '']) =>
    name.replaceAll('\\', ''),
  );
  const elements = [...bare.matchAll(/(?:^|[\s>+~])([a-z][\w-]*)/gi)].map(([, name = '']) => name.toLowerCase());
  const isLater = /:(?:hover|active|focus-visible)\b|::(?:selection|backdrop|view-transition)/.test(bare);
  return { text, classes, elements, attributes: attributesIn(text, required), isLater };
}

/** A selector with what `:has()` needs, and without everything else in parentheses. */
function requiredIn(text: string): string {
  const positive = withoutInnermost(text, /:not\([^()]*\)/g);
  return withoutInnermost(positive.replace(/:has\(([^(),]*)\)/g, ' $1 '), /\([^()]*\)/g);
}

function withoutInnermost(text: string, parentheses: RegExp): string {
  let bare = text;
  for (let inner = ''; inner !== bare; ) {
    inner = bare;
    bare = inner.replace(parentheses, '');
  }
  return bare;
}

/** Attributes that a selector needs. Scripts set those of the document itself before anything is shown. */
function attributesIn(text: string, required: string): string[] {
  if (/(?::root|html)\[/.test(text)) return [];
  const named = [...required.matchAll(/\[([\w-]+)(?:=["']?([\w-]+)["']?)?[^\]]*\]/g)].map(
    ([whole, name = '', value]) =>
      value !== undefined && text.includes(whole) && !whole.endsWith(' i]') ? `${name}="${value}"` : name,
  );
  return /:disabled\b/.test(required) ? [...named, 'disabled'] : named;
}
