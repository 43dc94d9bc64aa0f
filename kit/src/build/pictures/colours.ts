import tokens from '@site/shared/ui/tokens/tokens.json' with { type: 'json' };
import { coloursOf } from '../loaders/themeSvg.ts';

/** A colour token's value, as drawings name it: `--night`, or `--i-lit` for those of illustrations. */
export const colourOf = (name: string, theme: 'light' | 'dark'): string => coloursOf(name, tokens)[theme];

/** A drawing of the site with its colours in the place of the variables, which only browsers know. */
export function paint(svg: string, theme: 'light' | 'dark'): string {
  return svg.replace(/var\((--[\w-]+)(?:,[^)]*)?\)/g, (_, name: string) => colourOf(name, theme));
}
