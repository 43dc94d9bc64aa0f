import { type ColourTokens, coloursOf } from './themeSvg.ts';

const media = '@media (prefers-color-scheme: dark)';

/**
 * Declares the colours that a style sheet uses, in both themes: the sheet of a document of its own, such as a frame's, has none of
 * the page's custom properties.
 */
export function withTokenValues(css: string, tokens: ColourTokens): string {
  const used = new Set(css.match(/(?<=var\()--color-[\w-]+/g));
  const colours = [...used].sort().map((name) => ({ name, ...coloursOf(name.replace('--color-', '--'), tokens) }));
  const light = colours.map((colour) => `${colour.name}:${colour.light}`);
  const dark = colours
    .filter((colour) => colour.dark !== colour.light)
    .map((colour) => `${colour.name}:${colour.dark}`);
  return `:root{${light.join(';')}}${media}{:root{${dark.join(';')}}}\n${css}`;
}
