import { expect, test } from '@rstest/core';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { readPolicy } from './policy.ts';

const read = (changed: object) => readPolicy(JSON.stringify({ ...openPolicy, ...changed }), 'policy.json');

test('a policy is read as it was written', () => {
  const claims = { shop: ['', 'shop/cart'], blog: { en: ['news'], fr: ['actualites'], es: ['noticias'] } };
  const isolation = { shop: 'document' };
  const grants = {
    events: { remote: 'calendar', address: 'https://api.example.com/public/', token: 'REMOTE_API_EVENTS' },
    tickets: { remote: 'calendar', address: 'http://10.0.0.5:8080/' },
    'at-home': { remote: 'shop', address: 'http://127.0.0.1:8080/', token: 'REMOTE_API_HOME' },
  };
  const budgets = { shop: { scripts: 120 }, events: { pictures: 3000 } };
  const agreed = { shop: { packages: ['zod', '@scope/chart@1.0.0'], addresses: ['/en/shop/:id'] }, blog: {} };
  const changed = { claims, isolation, grants, budgets, agreed };
  expect(read(changed)).toEqual({ ...openPolicy, ...changed });
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
  ...(
    [
      ['an address without a slash at its end', { address: 'https://api.example.com/public' }, 'grants.events.address'],
      ['an address with a query', { address: 'https://api.example.com/?a=/' }, 'grants.events.address'],
      ['an address with a fragment', { address: 'https://api.example.com/#/' }, 'grants.events.address'],
      ['an address with a password', { address: 'https://a:b@api.example.com/' }, 'grants.events.address'],
      ['an address with dots', { address: 'https://api.example.com/a/../' }, 'grants.events.address'],
      ['a file’s address', { address: 'file:///etc/' }, 'grants.events.address'],
      ['an address of nothing', { address: '/' }, 'grants.events.address'],
      ['a token over plain http', { address: 'http://api.example.com/', token: 'REMOTE_API_A' }, 'is sent there'],
      ['another secret as a token', { token: 'DATABASE_URL' }, 'starts with REMOTE_API_'],
      ['a remote without a name', { remote: '' }, 'grants.events.remote'],
      ['an unknown method', { methods: ['DELETE'] }, 'grants.events.methods'],
      ['no method', { methods: [] }, 'grants.events.methods'],
      ['an unknown right', { write: true }, 'grants.events'],
    ] as const
  ).map(([name, changed, reason]): [string, object, string] => [
    `an API with ${name}`,
    { grants: { events: { remote: 'calendar', address: 'https://api.example.com/', ...changed } } },
    reason,
  ]),
  [
    'an API without a usable name',
    { grants: { constructor: { remote: 'a', address: 'https://a.example/' } } },
    'grants',
  ],
  ['a budget of nothing that is measured', { budgets: { shop: { videos: 10 } } }, 'budgets.shop'],
  ['agreement to a kind that nobody can ask for', { agreed: { shop: { cookies: [] } } }, 'agreed.shop'],
  [
    'agreement that could hide something',
    { agreed: { shop: { packages: ['zod@4\u202e'] } } },
    'agreed.shop.packages.0',
  ],
  ['agreement with the shell', { agreed: { shell: {} } }, 'agreed.shell'],
  ['a misspelt part', { footers: {} }, 'footers'],
  ['a menu without an order', { menu: {} }, 'menu.pages'],
])('%s is refused with its place', (_, changed, reason) => {
  expect(() => read(changed)).toThrow(/^RELEASE-POLICY policy\.json /);
  expect(() => read(changed)).toThrow(reason);
});

test.each(['', '{', 'null', '[]', '<!doctype html>'])('%s is not a policy', (text) => {
  expect(() => readPolicy(text, 'policy.json')).toThrow('RELEASE-POLICY');
});
