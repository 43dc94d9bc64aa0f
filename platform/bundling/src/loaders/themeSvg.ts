import { darkTarget } from '@site/shared/ui/illustrations/darkTheme.ts';
import type { DesignTokens } from '../tokens/generate.ts';

/** Attributes that are lists of numbers. Documents contain drawings as addresses, in which a space is `%20`, and a comma itself. */
const numbers = / (?:d|points|viewBox|transform|stroke-dasharray)="[^"]*"/g;

/** The colours of the tokens. */
export type ColourTokens = Pick<DesignTokens, 'color' | 'illustration'>;

/**
 * Adds a style sheet with the variables that a drawing uses, in both themes. The fragment of its address selects the
 * theme, because Safari ignores `prefers-color-scheme` in an `<img>` (bugs.webkit.org/199134).
 */
export function themeSvg(svg: string, tokens: ColourTokens): string {
  const drawing = svg
    .replace(/var\((--[\w-]+),[^)]*\)/g, 'var($1)')
    .replace(/ aria-hidden="true"| role="img"| aria-label="[^"]*"/g, '')
    .replace(numbers, (attribute) => attribute.replace(/(?<=\d) (?=[\d.])/g, ','))
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

/** The colours of a variable: `--i-lit` is the token `illustration.lit`, other names are tokens of `color`. */
export function coloursOf(
  name: string,
  { color, illustration }: ColourTokens,
): { readonly light: string; readonly dark: string } {
  const token = name.startsWith('--i-') ? illustration[name.slice('--i-'.length)] : color[name.slice('--'.length)];
  if (!token) throw new Error(`A drawing or a style sheet uses ${name}, which is not a colour in tokens.json.`);
  return { light: token.$value, dark: token.$extensions?.mode?.dark ?? token.$value };
}
