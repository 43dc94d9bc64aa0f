import { expect, test } from '@rstest/core';
import { specifiedRoutes } from '@site/shared/testing/routes.ts';
import fc from 'fast-check';
import { canonicalPath } from './canonicalPath.ts';

const canonical = (path: string) => canonicalPath(specifiedRoutes, path);

test.each([
  ['/en/pricing', '/en/pricing'],
  ['/en/pricing/', '/en/pricing'],
  ['/en/%70ricing', '/en/pricing'],
  ['/en/%70ricing/', '/en/pricing'],
  ['/%65%6E/p%72icing', '/en/pricing'],
  ['/en/privacy%2dpolicy', '/en/privacy-policy'],
  ['/%66r', '/fr'],
  ['/en/blog/a%2Db', '/en/blog/a-b'],
  ['/en/blog/caf%c3%a9', '/en/blog/caf%C3%A9'],
  ['/en/blog/a%2fb', '/en/blog/a%2Fb'],
  ['/en/blog/a%2Fb', '/en/blog/a%2Fb'],
  ['/en/blog/a%00b', '/en/blog/a%00b'],
  ['/en/blog/100%2525', '/en/blog/100%2525'],
  ['/en/blog/a:b', '/en/blog/a%3Ab'],
  ['/en/blog/%5c%5cevil.example', '/en/blog/%5C%5Cevil.example'],
])('the page at %s is at %s', (path, address) => {
  expect(canonical(path)).toBe(address);
});

test.each([
  '/',
  '/en/nowhere',
  '/en/%50ricing',
  '/en%2Fpricing',
  '/en/%2570ricing',
  '/en/%25ff',
  '//en/pricing',
  '//evil.example/en/pricing',
  '/%2Fevil.example',
  '/en//evil.example/',
  '/en/pricing//',
  // They would lead to another page.
  '/en/blog/%2e%2e',
  '/en/blog/%2E',
  // Bytes of UTF-8, as Node reads them: encoded again they would be another text.
  '/en/blog/caf\u00c3\u00a9',
])('%s leads nowhere else', (path) => {
  expect(canonical(path)).toBeUndefined();
});

test('a canonical address is its own, and on this site, whatever the path', () => {
  const part = fc.constantFrom(
    '/',
    'en',
    'blog',
    '%70',
    'ricing',
    '%2F',
    '%2e',
    '.',
    '%00',
    '%25',
    '%c3%a9',
    '\\',
    '@',
    ':',
    'a',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const address = canonical(`/${parts.join('')}`);
      if (address === undefined) return;
      expect(canonical(address)).toBe(address);
      expect(new URL(address, 'https://site.example').href).toBe(`https://site.example${address}`);
    }),
  );
});
