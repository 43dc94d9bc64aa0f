import { expect, test } from '@rstest/core';
import { outreachesIn, preflightIn } from './containedStyles.ts';
import { partOf, withScopedProperties } from './scopedProperties.ts';

const scoped = (css: string) => withScopedProperties(css, 'events', 'app.css');

test('custom properties for the whole document, or for every element, are the remote’s part’s alone', () => {
  const { sheet, taken } = scoped(':root, :host { --color-poster: red }\n*, ::before { --tw-shadow: 0 0 #0000 }');
  expect(sheet).toBe(
    '[data-remote="events"] { --color-poster: red }\n[data-remote="events"] *, [data-remote="events"] ::before { --tw-shadow: 0 0 #0000 }',
  );
  expect(taken).toBeUndefined();
  expect(outreachesIn(sheet.replaceAll(partOf('events'), '.own'), 'app.css')).toEqual([]);
});

test('everything else stays, and is checked', () => {
  for (const css of [':root { color: red }', '* { margin: 0; --a: 1 }', 'html { --a: 1 }', '.own { --a: 1 }'])
    expect(scoped(css).sheet).toBe(css);
});

test('a token of the site is named: its components in the page would change', () => {
  expect(scoped(':root { --spacing: 4px; --ease-out: linear }').taken).toBe('--ease-out');
});

test('Tailwind’s preflight is found where the team imports it, and its other parts are allowed', () => {
  const linesOf = (css: string) => preflightIn(`\n${css}`, 'app.css').map(({ line }) => line);
  expect(linesOf("@import 'tailwindcss';")).toEqual([2]);
  expect(linesOf("@import 'tailwindcss' prefix(tw);")).toEqual([2]);
  expect(linesOf("@import 'tailwindcss/preflight.css' layer(base);")).toEqual([2]);
  expect(linesOf("@import 'tailwindcss/theme' prefix(tw);\n@import 'tailwindcss/utilities';")).toEqual([]);
  expect(outreachesIn("@import 'tailwindcss/theme';", 'app.css')).toHaveLength(1);
  expect(outreachesIn("@import 'tailwindcss/theme';", 'app.css', true)).toEqual([]);
});
