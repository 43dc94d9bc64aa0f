import { readFileSync } from 'node:fs';
import { expect, test } from '@rstest/core';
import { readTokens, renderTokens, tokensSheet } from './generate.ts';

const css = renderTokens(readTokens());

test('the committed style sheet matches the tokens', () => {
  expect(readFileSync(tokensSheet, 'utf8')).toBe(css);
});

test('a colour has a value for each theme, unless they are the same', () => {
  const [light = '', dark = ''] = css.split('@media screen and (prefers-color-scheme: dark) {');
  expect(light).toContain('--color-bg: #fbfaf6;');
  expect(dark).toContain('--color-bg: #0b161b;');
  expect(light).toContain('--color-accent: #ffc233;');
  expect(dark).not.toContain('--color-accent:');
});

test('every token has a value', () => {
  expect(css).not.toMatch(/undefined|null|: ;/);
});
