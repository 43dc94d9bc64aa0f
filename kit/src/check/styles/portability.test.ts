import { expect, test } from '@rstest/core';
import { trapsIn } from './portability.ts';

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
