import { type Node, type ParseResult, Visitor } from 'oxc-parser';

/** Attributes and properties that visitors read or hear. */
const shownAttributes = ['alt', 'aria-description', 'aria-label', 'label', 'lead', 'placeholder', 'title'];

/**
 * The texts that stand in a component instead of a catalogue, as an attribute or in braces.
 * Those that stand between tags are found by the linter.
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
  }).visit(source.program);
  return texts;
}
