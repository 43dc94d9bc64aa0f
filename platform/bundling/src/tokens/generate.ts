/**
 * Writes the design tokens as custom properties, from `shared/company/tokens.json` into `shared/company/tokens.css`:
 * `npx node platform/bundling/src/tokens/generate.ts`. `npm run check` fails when the style sheet is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../project.ts';

export const tokensSheet = join(root, 'shared/company/tokens.css');

/** Reads the tokens. */
export const readTokens = (): DesignTokens =>
  JSON.parse(readFileSync(join(root, 'shared/company/tokens.json'), 'utf8')) as DesignTokens;

/** Colour tokens that inline drawings use without their prefix. */
const drawingAliases = ['logo-ink', 'logo-lit', 'foot-bg', 'foot-lit', 'foot-bulb', 'city-roof', 'night'];

/** Colours of drawings that pages use too. The others are in the pictures that show them: see themeSvg.ts. */
const coloursInPages = ['ink', 'ground', 'roof', 'white', 'lit'];

/** Renders the style sheet. */
export function renderTokens(tokens: DesignTokens): string {
  const { 'page-phone': pagePhone, page, ...space } = tokens.space;
  const drawn = Object.fromEntries(coloursInPages.map((name) => [name, illustration(tokens, name)]));
  const dark = [
    ...declareDark('color', tokens.color),
    ...declareDark('i', drawn),
    ...declareDark('shadow', tokens.shadow),
  ];
  const light = [
    'color-scheme: light dark;',
    ...declare('color', tokens.color, plain),
    ...drawingAliases.map((name) => `--${name}: var(--color-${name});`),
    ...declare('i', drawn, plain),
    ...declare('font', tokens.font.family, ({ $value }) => $value.map(quoteFamily).join(', ')),
    ...declare('weight', tokens.font.weight, plain),
    ...Object.entries(tokens.typography).flatMap(([name, { $value }]) => [
      `--type-${name}: ${fontShorthand($value)};`,
      `--tracking-${name}: ${$value.letterSpacing};`,
    ]),
    ...declare('space', space, plain),
    `--space-page: ${pagePhone?.$value};`,
    ...declare('radius', tokens.radius, plain),
    ...declare('size', tokens.size, plain),
    ...declare('shadow', tokens.shadow, ({ $value }) => $value.map(shadowLayer).join(', ')),
    ...declare('focus', tokens.focus, ({ $value }) => reference($value)),
    ...declare('duration', tokens.motion.duration, plain),
    ...declare('ease', tokens.motion.easing, ({ $value }) => `cubic-bezier(${$value.join(', ')})`),
  ];
  return [
    '/* Generated from shared/company/tokens.json by platform/bundling/src/tokens/generate.ts. Edit that file, not this one. */',
    rule(':root', light),
    `@media (min-width: ${tokens.breakpoint.s?.$value}) {\n${rule(':root', [`--space-page: ${page?.$value};`], '  ')}\n}`,
    // Not light-dark(), which browsers before 2024 lack. Paper is white in any theme.
    `@media screen and (prefers-color-scheme: dark) {\n${rule(':root', dark, '  ')}\n}`,
    '',
  ]
    .join('\n\n')
    .replace(/\n\n$/, '\n');
}

function declare<Value>(prefix: string, group: TokenGroup<Value>, render: (token: Token<Value>) => string): string[] {
  return Object.entries(group).map(([name, token]) => `--${prefix}-${name}: ${render(token)};`);
}

/** What differs in the dark theme. */
function declareDark(prefix: string, group: TokenGroup<unknown>): string[] {
  return Object.entries(group).flatMap(([name, token]) => {
    const dark = token.$extensions?.mode?.dark ?? '';
    return dark === '' || dark === token.$value ? [] : [`--${prefix}-${name}: ${dark};`];
  });
}

function rule(selector: string, declarations: readonly string[], indent = ''): string {
  return [`${indent}${selector} {`, ...declarations.map((line) => `${indent}  ${line}`), `${indent}}`].join('\n');
}

function illustration({ illustration: drawn }: DesignTokens, name: string): Token {
  const token = drawn[name];
  if (!token) throw new Error(`No drawing has the colour "${name}".`);
  return token;
}

function plain(token: Token<string | number>): string {
  return String(token.$value);
}

/** `{color.text}` becomes `var(--color-text)`. */
function reference(value: string): string {
  return value.replace(/^\{(.+)\}$/, (_, path: string) => `var(--${path.replace('.family', '').replaceAll('.', '-')})`);
}

function quoteFamily(family: string): string {
  return family.includes(' ') ? `"${family}"` : family;
}

function fontShorthand({ fontWeight, fontSize, lineHeight, fontFamily }: Typography): string {
  return `${fontWeight} ${fontSize} / ${lineHeight} ${reference(fontFamily)}`;
}

function shadowLayer({ offsetX, offsetY, blur, spread, color }: ShadowLayer): string {
  return `${offsetX} ${offsetY} ${blur} ${spread} ${color}`;
}

/** A design token: its value and, for colours and shadows, its value in the dark theme. */
interface Token<Value = string> {
  readonly $value: Value;
  readonly $extensions?: { readonly mode?: { readonly dark?: string } };
}

/** Tokens by name. */
type TokenGroup<Value = string> = Readonly<Record<string, Token<Value>>>;

/** A text style. */
interface Typography {
  readonly fontFamily: string;
  readonly fontWeight: number;
  readonly fontSize: string;
  readonly lineHeight: number;
  readonly letterSpacing: string;
}

/** One layer of a shadow. */
interface ShadowLayer {
  readonly color: string;
  readonly offsetX: string;
  readonly offsetY: string;
  readonly blur: string;
  readonly spread: string;
}

/** The parts of `tokens.json` that the style sheet needs. */
export interface DesignTokens {
  readonly color: TokenGroup;
  readonly illustration: TokenGroup;
  readonly font: { readonly family: TokenGroup<readonly string[]>; readonly weight: TokenGroup<number> };
  readonly typography: TokenGroup<Typography>;
  readonly space: TokenGroup;
  readonly radius: TokenGroup;
  readonly size: TokenGroup;
  readonly breakpoint: TokenGroup;
  readonly shadow: TokenGroup<readonly ShadowLayer[]>;
  readonly focus: TokenGroup;
  readonly motion: { readonly duration: TokenGroup; readonly easing: TokenGroup<readonly number[]> };
}

if (import.meta.main) writeFileSync(tokensSheet, renderTokens(readTokens()));
