import { expect, test } from '@rstest/core';
import { readTokens } from './generate.ts';

type Theme = 'light' | 'dark';

/** A colour on a background, and the contrast that the design specifies. */
type Pair = readonly [colour: string, background: string, contrast: number];

const { color, illustration } = readTokens();

/** The design's table, to test the tokens against. */
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
    ['text', 'bg-2', 13.4],
    ['text', 'sky', 14.99],
    ['text', 'surface', 10.84],
    ['text', 'accent-soft', 12.66],
    ['text', 'facade', 12.2],
    ['text-2', 'bg', 10.88],
    ['text-2', 'bg-2', 9.04],
    ['text-2', 'surface', 7.32],
    ['text-2', 'accent-soft', 8.55],
    ['text-3', 'bg', 7.67],
    ['text-3', 'bg-2', 6.37],
    ['text-3', 'surface', 5.16],
    ['on-accent', 'accent', 9.75],
    ['on-accent', 'accent-hover', 11.13],
    ['dusk-text', 'dusk', 13.45],
    ['err', 'bg', 9.1],
    ['err', 'err-bg', 8.16],
    ['err', 'surface', 6.12],
    ['ok', 'bg', 10.92],
    ['ok', 'ok-bg', 8.88],
    ['info', 'info-bg', 8.29],
    ['night-text-2', 'night', 10.89],
    ['accent', 'night', 11.91],
    ['line-strong', 'bg', 4.89],
    ['line-strong', 'surface', 3.29],
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
  test(`the contrast of the ${theme} colours matches the design`, () => {
    const measured = pairs[theme].map(([colour, background]): Pair => {
      const contrast = contrastOf(colourOf(colour, theme), colourOf(background, theme));
      return [colour, background, Number(contrast.toFixed(2))];
    });
    expect(measured).toEqual(pairs[theme]);
  });
}

test('in the dark theme, grounds, ground lines and hairlines stand out from what surrounds them', () => {
  const grounds = [
    ['bg-2', 'bg', 1.2],
    ['surface', 'bg', 1.3],
    ['surface', 'bg-2', 1.2],
    ['surface', 'panel', 1.25],
    ['line', 'surface', 1.5],
  ] as const;
  for (const [one, other, least] of grounds) {
    expect(contrastOf(colourOf(one, 'dark'), colourOf(other, 'dark')), `${one} on ${other}`).toBeGreaterThan(least);
  }
  const inDark = (name: string) => illustration[name]?.$extensions?.mode?.dark ?? '';
  const panel = colourOf('panel', 'dark');
  expect(contrastOf(inDark('ground'), panel), 'the ground line of a panel').toBeGreaterThan(2.5);
  expect(contrastOf(inDark('roof'), panel), 'a roof on a panel').toBeGreaterThan(1.7);
});

test('contrast goes from 1 to 21, in any order of the colours', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21);
  expect(contrastOf('#ffffff', '#000000')).toBe(21);
  expect(contrastOf('#ffc233', '#ffc233')).toBe(1);
});

/** Contrast of two colours, written like `#fbfaf6`, as WCAG 2.2 defines it: from 1 to 21. */
function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
