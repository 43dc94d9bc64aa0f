import { type CallExpression, type Node, type ParseResult, Visitor } from 'oxc-parser';

/** The keys of the texts that a file shows: whole ones, and `*` for the parts that are computed. */
export function usedTexts(source: ParseResult): readonly string[] {
  const used: string[] = [];
  new Visitor({
    CallExpression: (call) => {
      if (isTranslation(call)) used.push(...keysIn(call.arguments[0]));
    },
  }).visit(source.program);
  return used;
}

/** Whether a text of a catalogue may be one that is used. A plural's form belongs to the key without its suffix. */
export function isUsed(key: string, used: readonly string[]): boolean {
  const singular = key.replace(/_(?:zero|one|two|few|many|other)$/, '');
  return used.some((pattern) => patternOf(pattern).test(singular));
}

/** The sections, which are the top-level keys of a catalogue, that are surely used. */
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
