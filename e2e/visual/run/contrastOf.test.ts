import { readFileSync } from 'node:fs';
import { expect, test } from '@rstest/core';
import type { DesignTokens } from '@site/kit/build/tokens/generate.ts';
import { contrastOf } from './contrastOf.ts';

type Theme = 'light' | 'dark';

/** A colour on a ground, and the contrast that the design states for them. */
type Pair = readonly [colour: string, ground: string, contrast: number];

const { color } = JSON.parse(readFileSync('shared/ui/tokens/tokens.json', 'utf8')) as DesignTokens;

/** The design's own table, written out: the tokens must not vouch for themselves. */
const pairs: Readonly<Record<Theme, readonly Pair[]>> = {
  light: [
    ['text', 'bg', 15.05],
    ['text', 'bg-2', 13.8],
    ['text', 'sky', 12.75],
    ['text', 'surface', 15.72],
    ['text', 'accent-soft', 13.88],
    ['text', 'facade', 11.54],
    ['text-2', 'bg', 7.92],
    ['text-2', 'bg-2', 7.26],
    ['text-2', 'surface', 8.27],
    ['text-2', 'sky', 6.7],
    ['text-3', 'bg', 5.7],
    ['text-3', 'bg-2', 5.22],
    ['text-3', 'surface', 5.95],
    ['btn-fg', 'btn-bg', 15.47],
    ['btn-fg', 'btn-hover', 11.11],
    ['on-accent', 'accent', 9.75],
    ['on-accent', 'accent-hover', 10.81],
    ['err', 'bg', 7.53],
    ['err', 'err-bg', 6.76],
    ['err', 'surface', 7.87],
    ['ok', 'bg', 8.69],
    ['ok', 'ok-bg', 7.58],
    ['info', 'info-bg', 6.69],
    ['night-text', 'night', 14.89],
    ['night-text-2', 'night', 9.61],
    ['accent', 'night', 10.5],
    ['line-strong', 'bg', 3.83],
    ['line-strong', 'surface', 4],
    ['accent-line', 'bg', 4.33],
    ['accent-line', 'bg-2', 3.97],
    ['accent-line', 'surface', 4.53],
    ['foot-border', 'foot-bg', 3.66],
  ],
  dark: [
    ['text', 'bg', 16.12],
    ['text', 'bg-2', 14.81],
    ['text', 'sky', 14.99],
    ['text', 'surface', 13.87],
    ['text', 'accent-soft', 12.66],
    ['text', 'facade', 12.2],
    ['text-2', 'bg', 10.88],
    ['text-2', 'bg-2', 10],
    ['text-2', 'surface', 9.37],
    ['text-2', 'accent-soft', 8.55],
    ['text-3', 'bg', 7.67],
    ['text-3', 'bg-2', 7.05],
    ['text-3', 'surface', 6.6],
    ['on-accent', 'accent', 9.75],
    ['on-accent', 'accent-hover', 11.13],
    ['dusk-text', 'dusk', 13.45],
    ['err', 'bg', 9.1],
    ['err', 'err-bg', 8.16],
    ['err', 'surface', 7.83],
    ['ok', 'bg', 10.92],
    ['ok', 'ok-bg', 8.88],
    ['info', 'info-bg', 8.29],
    ['night-text-2', 'night', 10.89],
    ['accent', 'night', 11.91],
    ['line-strong', 'bg', 4.89],
    ['line-strong', 'surface', 4.21],
    ['accent-line', 'bg', 11.37],
    ['foot-border', 'foot-bg', 4.2],
  ],
};

function colourOf(name: string, theme: Theme): string {
  const token = color[name];
  if (!token) throw new Error(`There is no colour "${name}".`);
  return theme === 'light' ? token.$value : (token.$extensions?.mode?.dark ?? token.$value);
}

for (const theme of ['light', 'dark'] as const) {
  test(`the contrast of the ${theme} colours is that of the design's table`, () => {
    const measured = pairs[theme].map(([colour, ground]): Pair => {
      const contrast = contrastOf(colourOf(colour, theme), colourOf(ground, theme));
      return [colour, ground, Number(contrast.toFixed(2))];
    });
    expect(measured).toEqual(pairs[theme]);
  });
}

test('contrast goes from 1 to 21, whichever colour comes first', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21);
  expect(contrastOf('#ffffff', '#000000')).toBe(21);
  expect(contrastOf('#ffc233', '#ffc233')).toBe(1);
});
