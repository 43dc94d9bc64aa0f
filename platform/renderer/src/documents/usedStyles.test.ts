import { expect, test } from '@rstest/core';
import { usedStyles } from './usedStyles.ts';

const used = (css: string, html = '<p class="a b"></p>') => usedStyles([css], html)[0];

test.each([
  ['a rule of a class that the page lacks', '.c{color:red}'],
  ['a rule of an element that it lacks', 'form .a{color:red}'],
  ['a rule that needs two classes, of which it has one', '.a.c{color:red}'],
  ['an animation that nothing names', '@keyframes x{to{color:red}}'],
  ['a custom property that nothing uses', ':root{--x:1;--y:var(--x)}'],
  ['a registered property that nothing uses', '@property --x{syntax:"*";inherits:false}'],
  ['media without any other rule', '@media print{@supports (color:red){.c{color:red}}}'],
])('a document goes without %s', (_, css) => {
  expect(used(css)).toBe('');
});

test.each([
  ['of every element', '*,:before{color:red}'],
  ['of the page itself', ':root{color:red}html body{color:red}'],
  ['of what it has', 'p.a>.b~p{color:red}'],
  [
    'in states and with attributes that it may get',
    '.a:hover::before,.b[open],a:not(.c,form):focus{color:red}'.replace('a:not', 'p:not'),
  ],
  ['in every window and theme', '@media (width<=1023px) and (prefers-color-scheme:dark){.a{color:red}}'],
  ['in layers, in their order', '@layer reset{p{margin:0}}@layer remote;@layer ui{}'],
  ['with an animation', '.a{animation:x 1s}@keyframes x{to{color:red}}'],
  ['with custom properties of custom properties', ':root{--x:var(--y);--y:1px}.a{margin:var(--x)}'],
  ['with fonts and imports', '@import "x.css";@font-face{font-family:x;src:url(x)}'],
  ['with escaped and foreign names', '.a\\:1,.é{color:red}'],
  ['nested in others', '.c{.a{color:red}}'],
])('a document keeps rules %s', (_, css) => {
  expect(used(css, '<p class="a b a:1 é"></p>')).toBe(css);
});

test('of several selectors only those stay that can apply', () => {
  expect(used('.a,.c,form{color:red}')).toBe('.a{color:red}');
});

test('a custom property stays when another style sheet or the page itself uses it', () => {
  const [tokens] = usedStyles(
    [':root{--x:1px;--y:2px;--z:3px}', '.a{margin:var(--x)}'],
    '<p class=a style="top:var(--y)">',
  );
  expect(tokens).toBe(':root{--y:2px}');
  const [all] = usedStyles([':root{--x:1px}', 'p{margin:var(--x)}'], '<P>');
  expect(all).toBe(':root{--x:1px}');
});

test('a style sheet that can’t be read stays as it is', () => {
  for (const css of ['.c{color:red', '}.c{', `${'@media all{'.repeat(20_000)}`]) expect(used(css)).toBe(css);
});
