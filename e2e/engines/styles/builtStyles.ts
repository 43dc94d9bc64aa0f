import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@site/kit/build/bundles/project.ts';
import postcss, { type AtRule, type ChildNode, type Container } from 'postcss';

/** Something in a style sheet that an engine takes or drops. */
export type StylePart =
  | { readonly kind: 'declaration'; readonly property: string; readonly value: string }
  /** An empty rule with its selector, or an at-rule. */
  | { readonly kind: 'rule'; readonly text: string };

/** A part, where it stands, and what `@supports` asks of an engine before it reads it. */
export interface PlacedPart {
  readonly part: StylePart;
  readonly file: string;
  readonly supports: readonly string[];
}

/** Their declarations are descriptors, which `CSS.supports` knows nothing of. */
const withDescriptors = ['font-face', 'property', 'counter-style', 'page', 'view-transition'];

/** What all built style sheets say, with the values of variables in their place: a variable hides whatever is around it. */
export async function builtStyles(): Promise<readonly PlacedPart[]> {
  const sheets = await Array.fromAsync(glob('dist/*/{web,public}/**/*.css', { cwd: root }), async (file) => ({
    file,
    sheet: postcss.parse(await readFile(join(root, file), 'utf8')),
  }));
  const values = Map.groupBy(
    sheets.flatMap(({ sheet }) => declarationsIn(sheet).filter(({ prop }) => prop.startsWith('--'))),
    ({ prop }) => prop,
  );
  const meanings = (value: string) => meaningsOf(value, (name) => values.get(name)?.map((one) => one.value) ?? []);
  return sheets.flatMap(({ file, sheet }) => {
    const placed = (node: ChildNode, part: StylePart) => ({ part, file, supports: supportsAround(node) });
    const parts: PlacedPart[] = [];
    sheet.walk((node) => {
      if (node.type === 'atrule' && node.name !== 'supports') {
        parts.push(placed(node, { kind: 'rule', text: atRuleText(node) }));
      } else if (node.type === 'rule' && !isIn(node, ['keyframes'])) {
        parts.push(...node.selectors.map((selector) => placed(node, { kind: 'rule', text: `${selector} {}` })));
      } else if (node.type === 'decl' && !node.prop.startsWith('--') && !isIn(node, withDescriptors)) {
        const { prop: property } = node;
        parts.push(...meanings(node.value).map((value) => placed(node, { kind: 'declaration', property, value })));
      }
    });
    return parts;
  });
}

function declarationsIn(sheet: Container): readonly postcss.Declaration[] {
  const found: postcss.Declaration[] = [];
  sheet.walkDecls((declaration) => void found.push(declaration));
  return found;
}

/** An at-rule without the rules in it, but with its descriptors: without some of them it means nothing. */
function atRuleText(node: AtRule): string {
  if (withDescriptors.includes(node.name)) return node.toString();
  return `@${node.name} ${node.params}${node.nodes ? ' {}' : ';'}`;
}

/** A value with each of its variables' values, by turns. */
function meaningsOf(value: string, valuesOf: (variable: string) => readonly string[]): readonly string[] {
  const use = /var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/.exec(value);
  if (!use) return [value];
  const [text, name = '', fallback] = use;
  const values = fallback === undefined ? valuesOf(name) : [...valuesOf(name), fallback];
  return values.flatMap((one) =>
    meaningsOf(
      value.replace(text, () => one.trim()),
      valuesOf,
    ),
  );
}

function isIn(node: ChildNode, names: readonly string[]): boolean {
  return atRulesAround(node).some(({ name }) => names.includes(name));
}

const supportsAround = (node: ChildNode): readonly string[] =>
  atRulesAround(node)
    .filter(({ name }) => name === 'supports')
    .map(({ params }) => params);

function atRulesAround({ parent }: ChildNode): readonly AtRule[] {
  if (!parent || parent.type === 'root' || parent.type === 'document') return [];
  const around = atRulesAround(parent as ChildNode);
  return parent.type === 'atrule' ? [parent as AtRule, ...around] : around;
}
