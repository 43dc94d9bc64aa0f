import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { root } from '../project.ts';
import { outreachesIn } from './containedStyles.ts';

const linesOf = (css: string) => outreachesIn(css, 'events.css').map(({ line }) => line);

test.each([
  'html { color: red }',
  'body.wide { color: red }',
  ':root { --accent: red }',
  '* { margin: 0 }',
  'button { color: red }',
  'h1, .own { color: red }',
  '::selection { color: red }',
  '[type="button"] { color: red }',
  'html.dark p { color: red }',
  'body > div { color: red }',
  '#main p { color: red }',
  '.own #top { color: red }',
  ':is(body, .own) { color: red }',
  ':not(.own) { color: red }',
  'html:has(.own) { color: red }',
  '@media print { p { color: red } }',
  '@layer a { p { color: red } }',
  "@import 'leaflet/dist/leaflet.css';",
  "@import './own.css' layer(remote);",
  '@import url(https://example.com/a.css);',
])('finds what reaches outside: %s', (css) => {
  expect(linesOf(`.own { color: red }\n${css}`)).toEqual([2]);
});

test.each([
  '.own, .own p, svg.own, .own > * { color: red }',
  ':root[data-theme="dark"] .own { color: red }',
  'body.wide .own { color: red }',
  '#map .pane { color: red }',
  ':where(.own, .other) button { color: red }',
  '.own { & p, button { color: red } }',
  '@scope (.own) { p { color: red } }',
  '@media print { .own { color: red } }',
  '@keyframes own { from { opacity: 0 } 50% { opacity: 1 } }',
  "@import './other.css';",
  '.own::before { content: ")" }',
  '.own:not(body) { color: red }',
])('allows what stays inside: %s', (css) => {
  expect(linesOf(css)).toEqual([]);
});

test('every id of the shell’s elements is out of reach', () => {
  const sources = globSync(join(root, 'shell/src/**/*.{ts,tsx}')).filter((file) => !/\.test\./.test(file));
  const text = sources.map((file) => readFileSync(file, 'utf8')).join('\n');
  const ids = [...text.matchAll(/ id="([\w-]+)"|(?:Element|Note)Id = '([\w-]+)'/g)].map(
    ([, own, named]) => own ?? named,
  );
  expect(ids).toEqual(expect.arrayContaining(['main', 'site', 'language-note']));
  for (const id of ids) expect(linesOf(`#${id} { color: red }`), id).toEqual([1]);
});
