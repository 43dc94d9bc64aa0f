import { expect, test } from '@rstest/core';
import { acceptedIn, accepts, preferencesIn } from './preferences.ts';

test('values and names of parameters may have capitals, and the most wanted value is first', () => {
  expect(preferencesIn('fr;Q=0.5, ES , de;x=1;q=0')).toEqual([
    { value: 'es', weight: 1 },
    { value: 'fr', weight: 0.5 },
    { value: 'de', weight: 0 },
  ]);
});

test.each([
  [undefined, []],
  [' , ;q=1,,', []],
  ['a;q=0.001, b;q=.5, c;q=7', ['c', 'b', 'a']],
  ['a;q=0, b;q=0.000, c;q=-1, d;q=, e;q=nothing, f;q="1"', []],
  ['a;q=0;x, b;x;y;q=0', []],
  ['a\t;\tQ=0.1\t,b', ['b', 'a']],
] as const)('of %s are accepted: %j', (header, values) => {
  expect(acceptedIn(header)).toEqual(values);
});

test('what is in quotes is no value', () => {
  expect(accepts('text/plain;x="a, text/html"', 'text/html')).toBe(false);
  expect(accepts(String.raw`text/plain;x="a\", text/html"`, 'text/html')).toBe(false);
  expect(accepts('text/plain;x="a, text/html', 'text/html')).toBe(false);
  expect(accepts('text/plain;x="a", Text/HTML;level=1', 'text/html')).toBe(true);
  expect(accepts('text/html;q=0, */*', 'text/html')).toBe(false);
});
