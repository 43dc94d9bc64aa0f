import { expect, test } from '@rstest/core';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { readPolicy } from './policy.ts';

const read = (changed: object) => readPolicy(JSON.stringify({ ...openPolicy, ...changed }), 'policy.json');

test('a policy is read as it was written', () => {
  const claims = { shop: ['', 'shop/cart'], blog: { en: ['news'], fr: ['actualites'], es: ['noticias'] } };
  const isolation = { shop: 'document' };
  const budgets = { shop: { scripts: 120 } };
  expect(read({ claims, isolation, budgets })).toEqual({ ...openPolicy, claims, isolation, budgets });
});

test.each<[string, object, string]>([
  [
    'a prefix that two remotes claim',
    { claims: { a: ['x'], b: { en: [], fr: ['x'], es: [] } } },
    '/fr/x is claimed by a and b',
  ],
  ['only a language that the site no longer has', { claims: { a: { it: ['x'] } } }, 'claims.a'],
  ['a prefix with a slash before it', { claims: { a: ['/x'] } }, 'without a slash'],
  ['a prefix with a parameter', { reserved: [':any'] }, 'reserved.0'],
  ['a name that no remote can have', { claims: { constructor: ['x'] } }, 'claims.constructor'],
  ['an unknown rule', { others: 'everything' }, 'others'],
  ['an unknown isolation', { isolation: { shop: 'origin' } }, 'isolation.shop'],
  ['a budget of nothing that is measured', { budgets: { shop: { fonts: 10 } } }, 'budgets.shop'],
  ['a misspelt part', { footers: {} }, 'footers'],
  ['a menu without an order', { menu: {} }, 'menu.pages'],
])('%s is refused with its place', (_, changed, reason) => {
  expect(() => read(changed)).toThrow(/^RELEASE-POLICY policy\.json /);
  expect(() => read(changed)).toThrow(reason);
});

test.each(['', '{', 'null', '[]', '<!doctype html>'])('%s is not a policy', (text) => {
  expect(() => readPolicy(text, 'policy.json')).toThrow('RELEASE-POLICY');
});
