import { expect, test } from '@rstest/core';
import { openPolicy, type RoutePolicy } from '@site/shared/routes/policy.ts';
import { readPolicyRequest, withRequest } from './policyRequest.ts';

const request = (prefixes: object) => readPolicyRequest({ remote: 'events', prefixes }, 'events.request.json');
const claimsWith = (prefixes: object, policy: RoutePolicy = openPolicy) =>
  withRequest(policy, request(prefixes)).claims;

test('a team gets what it asks for in one language, and keeps what it has in all', () => {
  expect(claimsWith({ fr: ['evenements'] })).toEqual({
    events: { en: ['events'], fr: ['events', 'evenements'], es: ['events'] },
  });
  const claims = { blog: ['blog'], events: { en: ['a'], fr: ['b'], es: ['a'] } };
  expect(claimsWith({ en: ['x'], es: ['x'] }, { ...openPolicy, claims })).toEqual({
    ...claims,
    events: { en: ['a', 'x'], fr: ['b'], es: ['a', 'x'] },
  });
  const all = { en: ['dates'], fr: ['dates'], es: ['dates'] };
  expect(claimsWith(all, { ...openPolicy, others: 'none' })).toEqual({ events: ['dates'] });
});

test.each([
  [
    'a prefix of another remote',
    { ...openPolicy, claims: { blog: ['dates'] } },
    'events asks for /en/dates, which blog claims',
  ],
  [
    'a reserved prefix',
    { ...openPolicy, reserved: ['dates'] },
    'events asks for /en/dates, which the route policy reserves',
  ],
])('a request for %s is refused by its address', (_, policy, reason) => {
  expect(() => claimsWith({ en: ['dates'] }, policy)).toThrow(reason);
});

test.each([
  ['a remote that is none', { remote: 'shell', prefixes: { en: ['a'] } }],
  ['the home page', { remote: 'events', prefixes: { en: [''] } }],
  ['an unknown language', { remote: 'events', prefixes: { xx: ['a'] } }],
  ['nothing', { remote: 'events', prefixes: {} }],
  ['a path that is none', { remote: 'events', prefixes: { en: ['../a'] } }],
  ['more than prefixes', { remote: 'events', prefixes: { en: ['a'] }, isolation: {} }],
  ['no object', 'events'],
])('a file that asks for %s is no request', (_, value) => {
  expect(() => readPolicyRequest(value, 'events.request.json')).toThrow(/^RELEASE-POLICY events\.request\.json /);
});
