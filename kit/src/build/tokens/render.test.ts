import { readFileSync } from 'node:fs';
import { expect, test } from '@rstest/core';
import { renderTokens } from './render.ts';

const css = renderTokens(JSON.parse(readFileSync('shared/ui/tokens/tokens.json', 'utf8')));

test('the committed style sheet is that of the tokens', () => {
  expect(readFileSync('shared/ui/styles/tokens.css', 'utf8')).toBe(css);
});

test('a colour has both themes, unless they agree', () => {
  expect(css).toContain('--color-bg: light-dark(#fbfaf6, #0b161b);');
  expect(css).toContain('--color-accent: #ffc233;');
});

test('no value is missing', () => {
  expect(css).not.toMatch(/undefined|null|: ;/);
});
