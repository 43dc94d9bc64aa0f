import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import postcss, { type AtRule, type ChildNode, type Container } from 'postcss';

/** A part of a style sheet, which an engine may drop. */
export type StylePart =
  | { readonly kind: 'declaration'; readonly property: string; readonly value: string }
  /** An empty rule with its selector, or an at-rule. */
  | { readonly kind: 'rule'; readonly text: string };

/** A part with its file and the `@supports` conditions around it. */
export interface PlacedPart {
  readonly part: StylePart;
  readonly file: string;
  readonly supports: readonly string[];
}

/** At-rules with descriptors, which `CSS.supports` can't test. */
const withDescriptors = ['font-face', 'property', 'counter-style', 'page', 'view-transition'];

/** The parts of all built style sheets, with variables replaced by their values: engines accept any value with a variable. */
export const builtStyles = async (): Promise<readonly PlacedPart[]> =>
  partsOf(
    await Array.fromAsync(glob('dist/*/{web,public}/**/*.css', { cwd: root }), async (file) => ({
      file,
      text: await readFile(join(root, file), 'utf8'),
    })),
  );

/** The parts of style sheets. */
export function partsOf(files: readonly { readonly file: string; readonly text: string }[]): readonly PlacedPart[] {
  const sheets = files.map(({ file, text }) => ({ file, sheet: postcss.parse(text) }));
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

/** An at-rule without its rules, but with its descriptors, some of which are required. */
function atRuleText(node: AtRule): string {
  if (withDescriptors.includes(node.name)) return node.toString();
  return `@${node.name} ${node.params}${node.nodes ? ' {}' : ';'}`;
}

/** A value with all combinations of its variables' values. */
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

/** The parts that a page's engine drops. Runs in the page, and must not use anything from this module. */
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

/** A part that engines drop, and what their visitors get instead. */
interface Fallback {
  readonly dropped: RegExp;
  readonly engines: readonly ('chromium' | 'firefox' | 'webkit')[];
  readonly instead: string;
}

const fallbacks: readonly Fallback[] = [
  {
    dropped: /^(-webkit-|-moz-)?text-size-adjust: /,
    engines: ['chromium', 'firefox', 'webkit'],
    instead: 'Each phone takes the one with its own prefix; on desktops nothing adjusts the size of texts.',
  },
  {
    dropped: /^-webkit-text-decoration-color: /,
    engines: ['chromium', 'firefox'],
    instead: 'The build writes it beside `text-decoration-color`, for Safari before 26.2.',
  },
  {
    dropped: /^-webkit-print-color-adjust: /,
    engines: ['firefox'],
    instead: 'The build writes it beside `print-color-adjust`, for Chrome before 136.',
  },
  {
    dropped: /^-webkit-hyphens: /,
    engines: ['chromium', 'firefox'],
    instead: 'The build writes it beside `hyphens`, for Safari before 17.',
  },
  {
    dropped: /^-(webkit|moz-osx)-font-smoothing: /,
    engines: ['chromium', 'firefox', 'webkit'],
    instead: 'On a Mac each takes its own; elsewhere letters are as bold as the system draws them.',
  },
  {
    dropped: /^text-wrap: pretty$/,
    engines: ['firefox'],
    instead: 'The last line of a paragraph may be a single word.',
  },
  {
    dropped: /^interpolate-size: /,
    engines: ['firefox', 'webkit'],
    instead: 'Answers open at once, without a movement.',
  },
  {
    dropped: /::details-content/,
    engines: ['firefox'],
    instead: 'Before Firefox 143 answers open at once, without a movement.',
  },
  {
    dropped: /^view-transition-name: /,
    engines: ['firefox'],
    instead: 'Before Firefox 144 pages change without a cross-fade.',
  },
  {
    dropped: /^box-decoration-break: /,
    engines: ['webkit'],
    instead: 'A marked text that goes on in the next line has its corners at its two ends.',
  },
  {
    dropped: /^forced-color-adjust: /,
    engines: ['webkit'],
    instead: 'The engine knows no forced colours.',
  },
];

/** Whether there is a fallback for a part that an engine drops. */
export const hasFallback = (engine: Fallback['engines'][number], part: string): boolean =>
  fallbacks.some(({ dropped, engines }) => engines.includes(engine) && dropped.test(part));
