import { readFileSync } from 'node:fs';
import { expect, test } from '@rstest/core';
import { readTokens, renderTokens, tokensSheet } from './generate.ts';

const css = renderTokens(readTokens());

test('the committed style sheet matches the tokens', () => {
  expect(readFileSync(tokensSheet, 'utf8')).toBe(css);
});

test('a colour has a value for each theme, unless they are the same', () => {
  expect(css).toContain('--color-bg: light-dark(#fbfaf6, #0b161b);');
  expect(css).toContain('--color-accent: #ffc233;');
});

test('every token has a value', () => {
  expect(css).not.toMatch(/undefined|null|: ;/);
});
