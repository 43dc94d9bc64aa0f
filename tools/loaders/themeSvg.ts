import type { DesignTokens } from '../tokens/tokens.ts';

/** The tokens that drawings take their colours from. */
type ColourTokens = Pick<DesignTokens, 'color' | 'illustration'>;

/** A drawing with a style sheet of the variables that it uses, in the light and the dark theme. */
export function themeSvg(svg: string, tokens: ColourTokens): string {
  const drawing = svg
    .replace(/var\((--[\w-]+),[^)]*\)/g, 'var($1)')
    .replace(/ aria-hidden="true"| role="img"| aria-label="[^"]*"/g, '')
    .trim();
  const names = [...new Set(drawing.match(/(?<=var\()--[\w-]+/g))].sort();
  return names.length === 0 ? drawing : drawing.replace(/(?<=<svg\b[^>]*>)/, styleOf(names, tokens));
}

function styleOf(names: readonly string[], tokens: ColourTokens): string {
  const colours = names.map((name) => ({ name, ...coloursOf(name, tokens) }));
  const light = colours.map((colour) => `${colour.name}:${colour.light}`);
  const dark = colours
    .filter((colour) => colour.dark !== colour.light)
    .map((colour) => `${colour.name}:${colour.dark}`);
  const night = dark.length === 0 ? '' : `@media(prefers-color-scheme:dark){svg{${dark.join(';')}}}`;
  return `<style>svg{${light.join(';')}}${night}</style>`;
}

/** `--i-lit` is the token `illustration.lit`, any other name a token of `color`. */
export function coloursOf(
  name: string,
  { color, illustration }: ColourTokens,
): { readonly light: string; readonly dark: string } {
  const token = name.startsWith('--i-') ? illustration[name.slice('--i-'.length)] : color[name.slice('--'.length)];
  if (!token) throw new Error(`The drawing uses ${name}, which is no colour of tokens.json.`);
  return { light: token.$value, dark: token.$extensions?.mode?.dark ?? token.$value };
}
