import { expect, test } from '@rstest/core';
import { withBrowserAdvice } from './browserAdvice.ts';

test('a package that needs a browser is named, with what to do', () => {
  const message = './list: window is not defined (node_modules/@scope/map/dist/map.js:4:1)';
  expect(withBrowserAdvice(message)).toMatch(/^\.\/list: .*\nBUILD-PACKAGE @scope\/map needs a browser, .*browserOnly/);
  expect(withBrowserAdvice('document is not defined (src/page.ts:1:2)')).toContain('This code needs a browser');
});

test('other failures stay as they are', () => {
  expect(withBrowserAdvice('windows is not defined (node_modules/map/map.js:4:1)')).not.toContain('BUILD-PACKAGE');
});
