import { type ChildNode, type Declaration, parse } from 'postcss';

/**
 * Reduces the style sheets of a document to what can apply to it, in every window, theme and state: the document looks the same.
 * Only classes, elements, animations and custom properties that it doesn't have exclude anything; attributes and states change in
 * an open page.
 *
 * @param texts what releases contain: each is parsed once
 * @param html the body, as it is in the document
 */
export function usedStyles(texts: readonly string[], html: string): string[] {
  const names = namesIn(html);
  const sheets = texts.map((text) => withRules(parsed(text), names));
  const rules = sheets.flat();
  const animations = new Set(animationsIn(rules));
  const variables = withTheirNeeds(rules, html);
  return sheets.map((parts) => write(parts, animations, variables));
}

interface Names {
  readonly classes: ReadonlySet<string>;
  readonly elements: ReadonlySet<string>;
}

/** A selector, and the classes and elements that it can't apply without. */
interface Selector {
  readonly text: string;
  readonly classes: readonly string[];
  readonly elements: readonly string[];
}

/** A declaration. */
interface Style {
  readonly name: string;
  readonly text: string;
  /** The custom properties in its value. */
  readonly variables: readonly string[];
}

/** A part of a style sheet: a rule, an at-rule with rules, or anything else, which has a name if it may be left out. */
type Part =
  | { readonly kind: 'rule'; readonly selectors: readonly Selector[]; readonly styles: readonly Style[] }
  | { readonly kind: 'group'; readonly head: string; readonly parts: readonly Part[] }
  | { readonly kind: 'animation' | 'property'; readonly name: string; readonly text: string }
  | { readonly kind: 'other'; readonly text: string };

const sheets = new Map<string, readonly Part[]>();

function parsed(text: string): readonly Part[] {
  const known = sheets.get(text);
  if (known) return known;
  let parts: readonly Part[];
  try {
    parts = parse(text).nodes.map(partOf);
  } catch {
    // Browsers accept everything, and nesting may be too deep for this program.
    parts = [{ kind: 'other', text }];
  }
  sheets.set(text, parts);
  return parts;
}

const groups = new Set(['media', 'supports', 'container', 'layer']);

function partOf(node: ChildNode): Part {
  if (node.type === 'rule' && node.nodes.every((child) => child.type === 'decl'))
    return { kind: 'rule', selectors: node.selectors.map(selectorOf), styles: node.nodes.map(styleOf) };
  if (node.type === 'atrule' && node.nodes) {
    if (groups.has(node.name))
      return { kind: 'group', head: `@${node.name} ${node.params}`.trim(), parts: node.nodes.map(partOf) };
    if (node.name === 'keyframes') return { kind: 'animation', name: node.params, text: node.toString() };
    if (node.name === 'property') return { kind: 'property', name: node.params, text: node.toString() };
  }
  const isBlock = node.type === 'rule' || (node.type === 'atrule' && node.nodes !== undefined);
  return { kind: 'other', text: isBlock ? node.toString() : `${node.toString()};` };
}

function styleOf(node: Declaration): Style {
  return { name: node.prop, text: node.toString(), variables: variablesIn(node.value) };
}

/** What's in parentheses, as in `:not(.a)`, may be absent. */
function selectorOf(text: string): Selector {
  let bare = text.replace(/\[[^\]]*\]/g, '');
  for (let inner = ''; inner !== bare; ) {
    inner = bare;
    bare = inner.replace(/\([^()]*\)/g, '');
  }
  const classes = [...bare.matchAll(/\.((?:[\w-]|[^\0-\x7f]|\\.)+)/g)].map(([, name = '']) =>
    name.replaceAll('\\', ''),
  );
  const elements = [...bare.matchAll(/(?:^|[\s>+~])([a-z][\w-]*)/gi)].map(([, name = '']) => name.toLowerCase());
  return { text, classes, elements };
}

function namesIn(html: string): Names {
  const classes = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '));
  const elements = [...html.matchAll(/<([a-z][\w-]*)/gi)].map(([, name = '']) => name.toLowerCase());
  return { classes: new Set(classes), elements: new Set(['html', 'head', 'body', ...elements]) };
}

const variablesIn = (text: string): string[] => [...text.matchAll(/--[\w-]+/g)].map(([name]) => name);

/** Without the rules that can't apply. */
function withRules(parts: readonly Part[], names: Names): Part[] {
  return parts.flatMap((part): Part[] => {
    if (part.kind === 'rule') {
      const selectors = part.selectors.filter(
        ({ classes, elements }) =>
          classes.every((name) => names.classes.has(name)) && elements.every((name) => names.elements.has(name)),
      );
      return selectors.length > 0 ? [{ ...part, selectors }] : [];
    }
    return part.kind === 'group' ? [{ ...part, parts: withRules(part.parts, names) }] : [part];
  });
}

const stylesIn = (parts: readonly Part[]): Style[] =>
  parts.flatMap((part) => (part.kind === 'rule' ? part.styles : part.kind === 'group' ? stylesIn(part.parts) : []));

const othersIn = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => {
    if (part.kind === 'group') return othersIn(part.parts);
    return part.kind === 'animation' || part.kind === 'other' ? [part.text] : [];
  });

/** The words of declarations that may name animations. */
const animationsIn = (parts: readonly Part[]): string[] =>
  stylesIn(parts).flatMap(({ name, text }) => (/animation|^--/.test(name) ? (text.match(/[\w-]+/g) ?? []) : []));

/** The custom properties that a document uses, and those that their values use. */
function withTheirNeeds(parts: readonly Part[], html: string): Set<string> {
  const styles = stylesIn(parts);
  const isCustom = ({ name }: Style) => name.startsWith('--');
  const uses = styles.filter((style) => !isCustom(style)).flatMap(({ variables }) => variables);
  const needed = new Set([...uses, ...othersIn(parts).flatMap(variablesIn), ...variablesIn(html)]);
  const values = Map.groupBy(styles.filter(isCustom), ({ name }) => name);
  // A set visits what is added meanwhile.
  for (const name of needed)
    for (const { variables } of values.get(name) ?? []) for (const other of variables) needed.add(other);
  return needed;
}

/** The style sheet of parts, without unused animations and custom properties. */
function write(parts: readonly Part[], animations: ReadonlySet<string>, variables: ReadonlySet<string>): string {
  const writePart = (part: Part): string => {
    switch (part.kind) {
      case 'rule':
        return writeRule(
          part.selectors,
          part.styles.filter(({ name }) => !name.startsWith('--') || variables.has(name)),
        );
      case 'group':
        return writeGroup(part.head, write(part.parts, animations, variables));
      case 'animation':
        return animations.has(part.name) ? part.text : '';
      case 'property':
        return variables.has(part.name) ? part.text : '';
      case 'other':
        return part.text;
    }
  };
  return parts.map(writePart).join('');
}

const writeRule = (selectors: readonly Selector[], styles: readonly Style[]): string =>
  styles.length > 0
    ? `${selectors.map(({ text }) => text).join(',')}{${styles.map(({ text }) => text).join(';')}}`
    : '';

/** An empty layer still has its place in the order of layers. */
const writeGroup = (head: string, content: string): string =>
  content || head.startsWith('@layer') ? `${head}{${content}}` : '';
