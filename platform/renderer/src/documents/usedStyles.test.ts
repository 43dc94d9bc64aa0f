import { expect, test } from '@rstest/core';
import { readSheet } from '@site/releases/reading/sheetParts.ts';
import { usedStyles } from './usedStyles.ts';

const used = (css: string, html = '<p class="a b"></p>') => usedStyles([readSheet(css)], html)[0];

test.each([
  ['a rule of a class that the page lacks', '.c{color:red}'],
  ['a rule of an element that it lacks', 'form .a{color:red}'],
  ['a rule that needs two classes, of which it has one', '.a.c{color:red}'],
  ['an animation that nothing names', '@keyframes x{to{color:red}}'],
  ['a custom property that nothing uses', ':root{--x:1;--y:var(--x)}'],
  ['a registered property that nothing uses', '@property --x{syntax:"*";inherits:false}'],
  ['media without any other rule', '@media (width>=1px){@supports (color:red){.c{color:red}}}'],
  ['layers for later', '@supports (color:red){@layer later{.a{color:red}}}'],
  ['rules for printing', '@media print{.a{color:red}}'],
  ['states that a visitor brings about', '.a:hover b,.a:active,.a:focus-visible,p::selection{color:red}'],
  ['a rule of something inside that it lacks', '.a:has([open]),.a:has(>.c),:root:has(form :focus) .a{color:red}'],
  ['what nobody sees', '.a{cursor:pointer;view-transition-name:x;scroll-behavior:smooth}'],
  ['a rule of an attribute that it lacks', '.a[open],:root .a[data-x=two],.b:disabled{color:red}'],
  ['transitions', '.a{transition:color 1s;transition-delay:1s}'],
  [
    'animations that begin with what is shown anyway',
    '.a{animation:x 1s;animation-range:0 1px}@keyframes x{to{color:red}}',
  ],
  ['the end of animations that it lacks', '@media (prefers-reduced-motion:reduce){.a{animation:none}}'],
])('a document goes without %s', (_, css) => {
  expect(used(css)).toBe('');
});

test.each([
  ['of every element', '*,:before{color:red}'],
  ['of the page itself', ':root{color:red}html body{color:red}'],
  ['of what it has', 'p.a>.b~p{color:red}'],
  [
    'in states and with attributes that it has from the start',
    '.a:focus::before,.b[data-x=one],:root[data-y] .a,p:not(.c,form,[open],:hover,:has(.c)):checked{color:red}',
  ],
  ['in every window and theme', '@media (width<=1023px) and (prefers-color-scheme:dark){.a{color:red}}'],
  ['in layers, in their order', '@layer reset{p{margin:0}}@layer remote;@layer ui{}'],
  ['with an animation that begins elsewhere', '.a{animation:x 1s}@keyframes x{from{color:red}}'],
  [
    'that end an animation',
    '.a{animation:x 1s}@media print,(width>1px){.b{animation:none}}@keyframes x{from{color:red}}',
  ],
  ['with fonts and imports', '@import "x.css";@font-face{font-family:x;src:url(x)}'],
  ['with escaped and foreign names', '.a\\:1,.é{color:red}'],
  ['nested in others', '.c{.a{color:red}}'],
  ['of what it has inside', 'html:has(>.a),.a:has(.c,.b),.a:is(:has(.c),p){color:red}'],
])('a document keeps rules %s', (_, css) => {
  expect(used(css, '<p class="a b a:1 é" data-x="one"></p>')).toBe(css);
});

test('of two equal declarations one stays', () => {
  expect(used('.a{color:red;color:red;color:blue;color:red}')).toBe('.a{color:red;color:blue;color:red}');
});

test('of several selectors only those stay that can apply', () => {
  expect(used('.a,.c,form{color:red}')).toBe('.a{color:red}');
});

test.each([
  [
    'becomes its value where it has only one',
    ':root{--x:var(--y);--y:1px}.a{margin:var(--x)var(--x)}',
    '.a{margin:1px 1px}',
  ],
  [
    'has a short name otherwise',
    '.b{--long:1px}.a{margin:var(--long)var(--long)}',
    '.b{--a:1px}.a{margin:var(--a)var(--a)}',
  ],
  [
    'keeps its place where it differs by window or element',
    ':root{--x:1px}@media (width>1px){:root{--x:2px}}.b{--y:3px}.a{margin:var(--x)var(--y)}',
    ':root{--a:1px}@media (width>1px){:root{--a:2px}}.b{--b:3px}.a{margin:var(--a)var(--b)}',
  ],
  [
    'keeps its type',
    '@property --x{syntax:"*";inherits:false}:root{--x:1px}.a{margin:var(--x)}',
    '@property --a{syntax:"*";inherits:false}:root{--a:1px}.a{margin:var(--a)}',
  ],
  [
    'keeps its name where its use is too nested to be read',
    ':root{--x:1px}.a{margin:var(--x,calc(1px*(2*(3))))}',
    ':root{--a:1px}.a{margin:var(--a,calc(1px*(2*(3))))}',
  ],
  ['gives way to its fallback where it has no value', '.a{margin:var(--x,var(--y,1px))}', '.a{margin:1px}'],
  [
    'becomes its value in the fallback of one that has a value',
    ':root{--y:1px}.b{--x:2px}.a{margin:var(--x,var(--y))}',
    '.b{--a:2px}.a{margin:var(--a,1px)}',
  ],
  [
    'is not resolved for ever',
    ':root{--x:var(--y);--y:var(--x)}.a{margin:var(--x)}',
    ':root{--a:var(--b);--b:var(--a)}.a{margin:var(--a)}',
  ],
])('a custom property %s', (_, css, expected) => {
  expect(used(css)).toBe(expected);
});

test('a custom property keeps its name when the page itself uses it', () => {
  const html = '<p class="a" style="top:var(--y);--z:1px">';
  const sheets = usedStyles(
    [':root{--x:1px;--y:2px;--unused:3px}', '.a{margin:var(--x)var(--y)var(--z,0)}'].map(readSheet),
    html,
  );
  expect(sheets).toEqual([':root{--y:2px}', '.a{margin:1px var(--y)var(--z,0)}']);
});

test('what closed details hide needs no rules; their summary and open ones do', () => {
  const css = '.in{color:red}.sum{color:red}.open{color:red}.after{color:red}';
  const html =
    '<details class="a"><summary class="sum"></summary><p class="in"></p></details><p class="after"></p>' +
    '<details class="b" open=""><summary></summary><p class="open"></p></details>';
  expect(used(css, html)).toBe(css.replace('.in{color:red}', ''));
});

test('no sheet can be designed to be slow', () => {
  const chain = Array.from({ length: 5_000 }, (_, index) => `--x${index}:var(--x${index + 1})`).join(';');
  expect(used(`:root{${chain}}.a{margin:var(--x0)}`)).toContain('.a{margin:');
  const doubled = Array.from({ length: 50 }, (_, index) => `--x${index}:var(--x${index + 1}) var(--x${index + 1})`);
  expect(used(`:root{${doubled.join(';')};--x50:1px}.a{margin:var(--x0)}`)?.length).toBeLessThan(5_000);
  for (const part of ['<details', '<details></summary>', '<details open'])
    expect(used('.c{color:red}', part.repeat(100_000))).toBe('');
});

test('a style sheet that can’t be read stays as it is', () => {
  for (const css of ['.c{color:red', '}.c{', `${'@media all{'.repeat(20_000)}`]) expect(used(css)).toBe(css);
});
