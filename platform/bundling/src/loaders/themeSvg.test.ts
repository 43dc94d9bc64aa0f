import { expect, test } from '@rstest/core';
import { themeSvg } from './themeSvg.ts';

const tokens = {
  color: { night: { $value: '#0c1f26', $extensions: { mode: { dark: '#071014' } } } },
  illustration: { lit: { $value: '#ffc233', $extensions: { mode: { dark: '#ffc233' } } } },
};

test('a drawing gets the variables it uses, in both themes', () => {
  const svg =
    '<svg viewBox="0 0 1 1" aria-hidden="true"><path fill="var(--night,#000)"/><path fill="var(--i-lit,#000)"/></svg>';
  expect(themeSvg(svg, tokens)).toBe(
    '<svg viewBox="0,0,1,1" id="dark"><style>:root{--i-lit:#ffc233;--night:#0c1f26}:target{--night:#071014}</style>' +
      '<path fill="var(--night)"/><path fill="var(--i-lit)"/></svg>',
  );
});

test('a drawing without variables stays as it is', () => {
  expect(themeSvg('<svg><path fill="#fff"/></svg>', tokens)).toBe('<svg><path fill="#fff"/></svg>');
});

test('a drawing that already names its root fails the build', () => {
  expect(() => themeSvg('<svg id="house"><path fill="var(--night,#000)"/></svg>', tokens)).toThrow('id="house"');
});

test('lists of numbers have commas, which addresses contain as they are', () => {
  const svg =
    '<svg viewBox="0 0 1 1" preserveAspectRatio="xMidYMax slice"><path d="M0 .5a1 1 0 0 1 2-3zM4 0L5 6"/></svg>';
  expect(themeSvg(svg, tokens)).toBe(
    '<svg viewBox="0,0,1,1" preserveAspectRatio="xMidYMax slice"><path d="M0,.5a1,1,0,0,1,2-3zM4,0L5,6"/></svg>',
  );
});

test('an unknown variable fails the build', () => {
  expect(() => themeSvg('<svg><path fill="var(--i-nothing,#000)"/></svg>', tokens)).toThrow('--i-nothing');
});
