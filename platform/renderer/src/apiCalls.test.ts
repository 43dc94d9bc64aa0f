import { expect, test } from '@rstest/core';
import { renderingCall } from './apiCalls.ts';

const asking = (path: string, changed: object = {}) => ({
  job: 1,
  method: 'GET',
  path,
  headers: { cookie: 'a=b' },
  ...changed,
});

test('a remote’s page may ask its own API, which learns which remote that is', () => {
  expect(renderingCall(asking('/api/remotes/events/upcoming.json?city=london'), 'events')).toEqual({
    method: 'GET',
    path: '/api/remotes/events/upcoming.json?city=london',
    headers: {},
    remote: 'events',
  });
});

test.each([
  ['with a path that leads elsewhere', asking('/api/remotes/events/../../v1/contact')],
  ['with an encoded one', asking('/api/remotes/%2e%2e/%2e%2e/metrics')],
  ['with another method', asking('/api/remotes/events/upcoming.json', { method: 'POST' })],
  ['with a body', asking('/api/remotes/events/upcoming.json', { body: '{}' })],
  ['at another place', asking('/api/remote/events')],
])('a page can’t ask %s', (_, request) => {
  expect(renderingCall(request, 'events')).toBeUndefined();
});

test('the shell has no API of its own', () => {
  expect(renderingCall(asking('/api/remotes/events/upcoming.json'))).toBeUndefined();
});
