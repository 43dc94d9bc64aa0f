import type { PlacedPart, StylePart } from './builtStyles.ts';

/** Runs in a page, and must not use anything of this module: what its engine drops of the style sheets. */
export function refusedParts(parts: readonly PlacedPart[]): readonly string[] {
  const takes = (part: StylePart) => {
    if (part.kind === 'declaration') return CSS.supports(part.property, part.value);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(part.text);
    const [rule] = sheet.cssRules;
    return rule !== undefined && !(rule instanceof CSSMediaRule && rule.conditionText.includes('not all'));
  };
  const refused = parts
    .filter(({ supports }) => supports.every((condition) => CSS.supports(condition)))
    .filter(({ part }) => !takes(part))
    .map(({ part }) => (part.kind === 'declaration' ? `${part.property}: ${part.value}` : part.text));
  return [...new Set(refused)];
}
