import { expect, test } from '@rstest/core';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { readPolicy } from './policy.ts';

const read = (changed: object) => readPolicy(JSON.stringify({ ...openPolicy, ...changed }), 'policy.json');

test('a policy is read as it was written', () => {
  const claims = { shop: ['', 'shop/cart'], blog: { en: ['news'], fr: ['actualites'], es: ['noticias'] } };
  const isolation = { shop: 'document' };
  expect(read({ claims, isolation })).toEqual({ ...openPolicy, claims, isolation });
});

test.each<[string, object, string]>([
  [
    'a prefix that two remotes claim',
    { claims: { a: ['x'], b: { en: [], fr: ['x'], es: [] } } },
    '/fr/x is claimed by a and b',
  ],
  ['a language that is the site’s no more, and nothing else', { claims: { a: { it: ['x'] } } }, 'claims.a'],
  ['a prefix with a slash before it', { claims: { a: ['/x'] } }, 'without a slash'],
  ['a prefix with a parameter', { reserved: [':any'] }, 'reserved.0'],
  ['a name that no remote can have', { claims: { constructor: ['x'] } }, 'claims.constructor'],
  ['a rule that there is not', { others: 'everything' }, 'others'],
  ['an isolation that there is not', { isolation: { shop: 'origin' } }, 'isolation.shop'],
  ['a misspelt part', { footers: {} }, 'footers'],
  ['a menu without an order', { menu: {} }, 'menu.pages'],
])('%s is refused with its place', (_, changed, reason) => {
  expect(() => read(changed)).toThrow(/^RELEASE-POLICY policy\.json /);
  expect(() => read(changed)).toThrow(reason);
});

test.each(['', '{', 'null', '[]', '<!doctype html>'])('%s is no policy', (text) => {
  expect(() => readPolicy(text, 'policy.json')).toThrow('RELEASE-POLICY');
});
