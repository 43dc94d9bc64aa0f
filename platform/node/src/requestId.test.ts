import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from '@rstest/core';
import { requestIdHeaders, requestIds } from './requestId.ts';

const id = '4bf92f3577b34da6a3ce929d0e0e4736';
const trace = `00-${id}-00f067aa0ba902b7-01`;

/** The id that a server gives a request of a client. */
function idOf(headers: IncomingMessage['headers'], { from = '127.0.0.1', proxies = 'loopback' } = {}): string {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: from });
  return requestIds(proxies)({ headers, socket } as IncomingMessage);
}

test.each([
  ['a trace', { traceparent: trace }],
  ['an id', { 'x-request-id': id }],
  ['both, and the trace wins', { traceparent: trace, 'x-request-id': 'f'.repeat(32) }],
  ['a trace of a later version', { traceparent: `cc-${id}-00f067aa0ba902b7-01-more` }],
  ['what our own servers forward', requestIdHeaders(id)],
])('a trusted proxy names a request: %s', (_, headers) => {
  expect(idOf(headers)).toBe(id);
});

test.each([
  ['no id', {}],
  ['a line break', { 'x-request-id': `${id}\r\nx: y` }],
  ['another form', { 'x-request-id': '"}{"level":50' }],
  ['capitals', { 'x-request-id': id.toUpperCase() }],
  ['a longer one', { 'x-request-id': `${id}0` }],
  ['zeros alone', { 'x-request-id': '0'.repeat(32) }],
  ['two', { 'x-request-id': `${id}, ${id}` }],
  ['a trace of zeros', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }],
  ['a trace without a parent', { traceparent: `00-${id}-${'0'.repeat(16)}-01` }],
  ['a trace that is too long for its version', { traceparent: `${trace}-more` }],
  ['a trace of an invalid version', { traceparent: trace.replace('00-', 'ff-') }],
])('whatever a request contains, its id has the same form: %s', (_, headers) => {
  const given = idOf(headers);
  expect(given).toMatch(/^[\da-f]{32}$/);
  expect(given).not.toBe(id);
  expect(idOf(headers)).not.toBe(given);
});

test.each([
  ['192.0.2.1', 'loopback', false],
  ['127.0.0.1', '10.0.0.0/8', false],
  ['127.8.9.1', 'loopback', true],
  ['::ffff:127.0.0.1', 'loopback', true],
  ['::1', 'loopback', true],
  ['10.1.2.3', 'loopback, 10.0.0.0/8', true],
  ['192.168.0.7', 'uniquelocal', true],
  ['203.0.113.9', '203.0.113.9', true],
  ['2001:db8::7', '2001:db8::/32', true],
])('a client at %s may name its requests when %s are trusted: %s', (from, proxies, isTrusted) => {
  expect(idOf({ traceparent: trace }, { from, proxies }) === id).toBe(isTrusted);
});
