import { expect, test } from '@rstest/core';
import { specifiedRoutes } from '../testing/routes.ts';
import { readPageUrl } from './path.ts';

test.each([
  ['/en/pricing', '/en/pricing'],
  ['/en/pricing?utm_source=newsletter&utm_medium=email', '/en/pricing'],
  ['/en/contact?utm_source=newsletter&sent=1', '/en/contact?sent=1'],
  ['/en/contact?sent=1&sent=1', '/en/contact?sent=1'],
  ['/en/contact?sent=2', '/en/contact'],
  ['/en/contact?sent', '/en/contact'],
  ['/en/blog/a-slug?stay', '/en/blog/a-slug?stay='],
  ['/en/blog/a-slug?stay=for-ever', '/en/blog/a-slug'],
  ['/en/pricing?stay', '/en/pricing'],
  ['/en/contact?__proto__=1&constructor', '/en/contact'],
  ['/en/nowhere?a=b', '/en/nowhere'],
  ['/?a=b', '/'],
  ['/en/pricing?%ff&&=', '/en/pricing'],
])('%s is %s for its page and for every cache', (address, url) => {
  expect(readPageUrl(specifiedRoutes, address).url).toBe(url);
});
