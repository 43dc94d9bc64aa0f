import { darkTarget } from '@site/shared/ui/illustrations/darkTheme.ts';
import type { DesignTokens } from '../tokens/tokens.ts';

/** The tokens that drawings take their colours from. */
type ColourTokens = Pick<DesignTokens, 'color' | 'illustration'>;

/**
 * A drawing with a style sheet of the variables that it uses, in both themes. The address that shows it chooses between
 * them: in an `<img>`, Safari leaves a drawing's own `prefers-color-scheme` out of account (bugs.webkit.org/199134).
 */
export function themeSvg(svg: string, tokens: ColourTokens): string {
  const drawing = svg
    .replace(/var\((--[\w-]+),[^)]*\)/g, 'var($1)')
    .replace(/ aria-hidden="true"| role="img"| aria-label="[^"]*"/g, '')
    .trim();
  const names = [...new Set(drawing.match(/(?<=var\()--[\w-]+/g))].sort();
  if (names.length === 0) return drawing;
  return drawing.replace(/^<svg\b([^>]*)>/, (_, attributes: string) => {
    if (/ id=/.test(attributes))
      throw new Error(`The drawing's root must leave its id to the build: <svg${attributes}>.`);
    return `<svg${attributes} id="${darkTarget}">${styleOf(names, tokens)}`;
  });
}

function styleOf(names: readonly string[], tokens: ColourTokens): string {
  const colours = names.map((name) => ({ name, ...coloursOf(name, tokens) }));
  const light = colours.map((colour) => `${colour.name}:${colour.light}`);
  const dark = colours
    .filter((colour) => colour.dark !== colour.light)
    .map((colour) => `${colour.name}:${colour.dark}`);
  return `<style>:root{${light.join(';')}}:target{${dark.join(';')}}</style>`;
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
