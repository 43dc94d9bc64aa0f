import { type CallExpression, type Node, type ParseResult, Visitor } from 'oxc-parser';
import { importsOf, resolve, type Sources } from '../sources.ts';

/** What shows a form, and the keys that it shows. */
const form = { module: /^@site\/shared\/form\/(?:Plain)?Form\.tsx$/, keys: ['form.*', 'fields.*', 'problems.*'] };

/** The keys that a source file translates, with `*` for the parts that are computed. */
export function usedMessages(source: ParseResult): readonly string[] {
  const hasForm = importsOf(source).some(({ specifier }) => form.module.test(specifier));
  const used = hasForm ? [...form.keys] : [];
  new Visitor({
    CallExpression: (call) => {
      if (isTranslation(call)) used.push(...keysIn(call.arguments[0]));
    },
  }).visit(source.program);
  return used;
}

/** Whether a key may be used. The forms of a plural are used under the key without their suffix. */
export function isUsed(key: string, used: readonly string[]): boolean {
  const singular = key.replace(/_(?:zero|one|two|few|many|other)$/, '');
  return used.some((pattern) => patternOf(pattern).test(singular));
}

/** The sections (top-level keys) of used texts, without those that are computed. */
export function sectionsOf(used: readonly string[]): ReadonlySet<string> {
  const sections = used.map((key) => key.split('.')[0] ?? '');
  return new Set(sections.filter((section) => !section.includes('*')));
}

function isTranslation({ callee }: CallExpression): boolean {
  const name = callee.type === 'MemberExpression' ? callee.property : callee;
  return name.type === 'Identifier' && ['t', 'translate'].includes(name.name);
}

function keysIn(node: Node | undefined): readonly string[] {
  switch (node?.type) {
    case 'ParenthesizedExpression':
      return keysIn(node.expression);
    case 'ConditionalExpression':
      return [...keysIn(node.consequent), ...keysIn(node.alternate)];
    case 'Literal':
      return [String(node.value)];
    case 'TemplateLiteral':
      return [node.quasis.map(({ value }) => value.cooked).join('*')];
    default:
      return [];
  }
}

function patternOf(key: string): RegExp {
  const parts = key.split('*').map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${parts.join('.+')}$`);
}

/** A page must list exactly the sections that it shows: they are sent with it. */
export function sectionProblems(sources: Sources): readonly string[] {
  const pages = [...sources].filter(([path]) => /^(?:remotes\/[^/]+\/)?src\/.*\/page\.ts$/.test(path));
  return pages.flatMap(([path, source]) => {
    const listed = listedSections(source);
    const shown = [...sectionsOf(reachableFrom(path, sources).flatMap(usedMessages))];
    const missing = shown.filter((section) => !listed.includes(section));
    const superfluous = listed.filter((section) => !shown.includes(section));
    return [
      ...missing.map((section) => `${path}: must list "${section}"`),
      ...superfluous.map((section) => `${path}: lists "${section}", but shows nothing of it`),
    ];
  });
}

/** The sections that a page passes to `strings([…])`. */
export function listedSections(page: ParseResult): readonly string[] {
  const sections: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [list] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'strings' || list?.type !== 'ArrayExpression') return;
      for (const element of list.elements) if (element?.type === 'Literal') sections.push(String(element.value));
    },
  }).visit(page.program);
  return sections;
}

/** A page's file and everything of its remote that it imports, directly or indirectly. */
function reachableFrom(page: string, sources: Sources): readonly ParseResult[] {
  const remote = page.slice(0, page.indexOf('/src/') + 1);
  const found = new Map<string, ParseResult>();
  const visit = (path: string) => {
    const source = sources.get(path);
    if (!source || found.has(path) || !path.startsWith(remote)) return;
    found.set(path, source);
    for (const { specifier } of importsOf(source)) visit(resolve(path, specifier) ?? '');
  };
  visit(page);
  return [...found.values()];
}

/** Attributes and properties whose values visitors read or hear. */
const shownAttributes = ['alt', 'aria-description', 'aria-label', 'label', 'lead', 'placeholder', 'title'];

/**
 * Texts that are in the code instead of a catalogue: in components as an attribute or in braces (the linter finds those
 * between tags), on the server between HTML tags.
 */
export function literalTexts(source: ParseResult): readonly string[] {
  const texts: string[] = [];
  const add = (node: Node | null) => {
    if (node?.type === 'Literal' && typeof node.value === 'string' && /\p{L}/u.test(node.value)) texts.push(node.value);
  };
  const addChildren = ({ children }: { readonly children: readonly Node[] }) => {
    for (const child of children) if (child.type === 'JSXExpressionContainer') add(child.expression);
  };
  new Visitor({
    JSXAttribute: ({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || !shownAttributes.includes(name.name)) return;
      add(value?.type === 'JSXExpressionContainer' ? value.expression : value);
    },
    JSXElement: addChildren,
    JSXFragment: addChildren,
    TemplateLiteral: ({ quasis }) => texts.push(...textsBetweenTags(quasis.map(({ value }) => value.cooked))),
    Literal: ({ value }) => {
      if (typeof value === 'string') texts.push(...textsBetweenTags([value]));
    },
  }).visit(source.program);
  return texts;
}

/** Stands for a value in a template. */
const hole = '\0';

/** The words between the tags of HTML that servers write without React. Style sheets and scripts are ignored. */
function textsBetweenTags(parts: readonly (string | null)[]): readonly string[] {
  const html = parts.join(hole).replaceAll(/<(style|script)\b.*?<\/\1>/gs, '');
  if (!/<\/[a-z]/.test(html)) return [];
  const between = [...html.matchAll(/>([^<>]+)(?=<)/g)].flatMap(([, text = '']) => text.split(hole));
  return between.map((text) => text.trim()).filter((text) => /\p{L}/u.test(text));
}
