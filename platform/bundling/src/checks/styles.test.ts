import { expect, test } from '@rstest/core';
import { literalsIn, trapsIn } from './styles.ts';

test.each([
  '#fff',
  '#1B2D4F',
  'rgb(0 0 0 / 50%)',
  'hsla(12, 50%, 50%, 0.5)',
  'oklch(0.7 0.1 240)',
  'white',
  '200ms',
  '.3s',
  '1.5s',
])('finds %s', (literal) => {
  expect(literalsIn(`.a {\n  margin: 0 ${literal};\n}`)).toEqual([{ line: 2, literal }]);
});

test.each([
  'color: var(--color-text)',
  'background: color-mix(in srgb, var(--color-text) 8%, transparent)',
  'white-space: nowrap',
  'transition: color var(--duration-hover) var(--ease-out)',
  'inset: 2px 4rem 0 calc(50% - 3s2)',
  'color: light-dark(var(--color-white), var(--color-bg-2))',
])('finds nothing in %s', (declaration) => {
  expect(literalsIn(`.a { ${declaration}; }`)).toEqual([]);
});

test('reads no comments', () => {
  expect(literalsIn('/* as #fff\n in 200ms */\n.a { color: #000; }')).toEqual([{ line: 3, literal: '#000' }]);
});

test.each([
  'text-decoration: underline 2px var(--color-accent-line);',
  'text-decoration:underline transparent;',
  "list-style-type: '';",
  'list-style: "";',
  'color: color-mix(in srgb, var(--color-text) calc(40% * var(--lit)), transparent);',
  'background: linear-gradient(color-mix(in srgb, red calc(10% * (var(--a) - 1)), blue) 2px, blue);',
])('finds %s', (declaration) => {
  expect(trapsIn(`.a {\n  ${declaration}\n}`)).toHaveLength(1);
  expect(trapsIn(`.a {\n  ${declaration}\n}`)[0]?.line).toBe(2);
});

test.each([
  'text-decoration: none;',
  'text-decoration-line: underline;',
  'transition: text-decoration-color 1s var(--ease-out);',
  'list-style: none;',
  'color: color-mix(in srgb, var(--color-text) 8%, transparent);',
  'color: color-mix(in srgb, var(--color-text) clamp(0%, 40% * var(--lit), 100%), transparent);',
  'background: linear-gradient(color-mix(in srgb, red 8%, blue) calc(1px + 2px), blue);',
  "/* text-decoration: underline 2px; list-style: ''; */",
])('finds nothing in %s', (declaration) => {
  expect(trapsIn(`.a {\n  ${declaration}\n}`)).toEqual([]);
});
