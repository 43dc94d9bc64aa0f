import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { root } from '../project.ts';
import { classNamesOf, exportedNames, localClasses, renameClasses } from './classNames.ts';

const file = join(root, 'shell/src/a.module.css');
const names = { app: 'shell', known: ['shell/src/a.module.css a', 'shell/src/a.module.css b-c_-_1A'] };

test('every class has a short name, also in what is nested', () => {
  const css = '.a.b-c_-_1A:hover{&:has(.a){margin:.5rem 0.25em}}@media (width<=1px){html:has(.a[open]){color:red}}';
  expect(renameClasses(css, file, names)).toBe(
    '.shell_a.shell_b:hover{&:has(.shell_a){margin:.5rem 0.25em}}@media (width<=1px){html:has(.shell_a[open]){color:red}}',
  );
});

test.each([
  "@font-face{font-family:x;src:url(/fonts/figtree.woff2)format('woff2')}",
  '::after{content:".not-a-class";background:url("./street.svg#dark")}',
  '/* as .menu */ h1{transition:color .2s cubic-bezier(.2,.7,.2,1)}',
  '@layer site.base{@container card (width>1.5em){h1[title=".x"]{margin:.5em}}}',
])('%s has no class', (css) => {
  expect(renameClasses(css, file, names)).toBe(css);
  expect(exportedNames(css, file, names)).toBe('{}');
});

test('a scope has classes, too', () => {
  expect(renameClasses('@scope (.a) to (.b-c_-_1A){h1{color:red}}', file, names)).toBe(
    '@scope (.shell_a) to (.shell_b){h1{color:red}}',
  );
});

test.each([
  [':global(.leaflet){color:red}', 'shell/src/a.module.css:1: Without :global'],
  [
    '.a{composes:b from "./b.module.css"}',
    'shell/src/a.module.css:1: Without “composes”: give the element both classes',
  ],
  ['.a{\ncolor:red', 'shell/src/a.module.css:1: Unclosed block'],
])('%s is refused, with its place', (css, message) => {
  const refused = { code: 'BUILD-STYLE', message: expect.stringContaining(message) };
  expect(() => renameClasses(css, file, names)).toThrow(expect.objectContaining(refused));
});

test('scripts get the name of each class', () => {
  expect(exportedNames('.b-c_-_1A{}.a{}.a:hover{}', file, names)).toBe('{"a":"shell_a","b-c_-_1A":"shell_b"}');
});

test('in development a class is recognised by its name', () => {
  const { a } = JSON.parse(exportedNames('.a{}', file, classNamesOf({ app: 'shell', mode: 'development' })));
  expect(a).toMatch(/^shell_a_[\w-]{4}$/);
});

test('no two classes of an app have the same name', () => {
  const known = localClasses('shell');
  const all = known.map((entry) => {
    const [path = '', local = ''] = entry.split(' ');
    return renameClasses(`.${local}{}`, join(root, path), { app: 'shell', known });
  });
  expect(all.length).toBeGreaterThan(100);
  expect(new Set(all).size).toBe(known.length);
});
