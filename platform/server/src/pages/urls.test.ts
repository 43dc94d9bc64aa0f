import { expect, test } from '@rstest/core';
import { routableUrl } from './urls.ts';

test.each([
  ['/en/pricing?a=b', '/en/pricing?a=b'],
  ['/en?next=http://site.example/', '/en?next=http://site.example/'],
  ['http://site.example/en/pricing?a=b', '/en/pricing?a=b'],
  ['HTTPS://site.example:3000', '/'],
  ['http://site.example?a=b', '/?a=b'],
  ['*', '*'],
  ['//en', '//en'],
  ['/en/%ff', '/en/%25ff'],
  [undefined, '/'],
])('%s is read as %s', (url, path) => {
  expect(routableUrl(url)).toBe(path);
});
