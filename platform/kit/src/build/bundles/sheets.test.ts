import { expect, test } from '@rstest/core';
import { unrenamedClasses } from './sheets.ts';

test('finds a class that has kept its original name', () => {
  const css =
    '@layer shell{.shell_menu_U1o4 a{color:red}@media (width<=1023px){html:has(.menu[open]){overflow:hidden}}}';
  expect(unrenamedClasses('shell', css)).toEqual(['menu']);
});

test.each([
  '.shell_a_U1o4.shell_b-c_-_1A:hover{margin:.5rem 0.25em}',
  "@font-face{src:url(/fonts/figtree.woff2)format('woff2')}",
  'a::after{content:".not-a-class";background:url("./street.svg#dark")}',
  '/* as .menu */ h1{transition:color .2s cubic-bezier(.2,.7,.2,1)}',
])('finds nothing in %s', (css) => {
  expect(unrenamedClasses('shell', css)).toEqual([]);
});
