import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import tokens from '@site/company/tokens.json' with { type: 'json' };
import { root } from '../project.ts';
import { withTokenValues } from './tokenValues.ts';

const colour = (light: string, dark: string) => ({ $value: light, $extensions: { mode: { dark } } });
const own = { color: { text: colour('#111', '#eee'), accent: colour('#fc3', '#fc3') }, illustration: {} };

test('a sheet gets the colours that it uses, and by night those that differ', () => {
  const css = 'a { color: var(--color-text); background: var(--color-accent); }';
  expect(withTokenValues(css, own)).toBe(
    `:root{--color-accent:#fc3;--color-text:#111}@media (prefers-color-scheme: dark){:root{--color-text:#eee}}\n${css}`,
  );
});

test('a colour that is no token fails the build', () => {
  expect(() => withTokenValues('a { color: var(--color-txet) }', own)).toThrow('--txet');
});

test('the sheet of facades has no colours but the tokens', () => {
  const css = readFileSync(join(root, 'shared/ui/MediaFacade/embed.css'), 'utf8');
  expect(css).not.toMatch(/#[\da-f]{3,8}\b|rgb\(/);
  expect(withTokenValues(css, tokens)).toContain(`--color-accent:${tokens.color.accent.$value}`);
});
