import { expect, rs, test } from '@rstest/core';
import { createConsole } from './console.ts';
import { eventGlobals } from './events.ts';
import { fetchGlobals } from './fetchTypes.ts';
import { createTimers } from './timers.ts';

// Each test also runs with Node's own classes: they must agree.
const kinds = [
  ['an isolate’s own', { ...eventGlobals, ...fetchGlobals } as unknown as typeof globalThis],
  ['Node’s', globalThis],
] as const;

test.each(kinds)('a request keeps its parts: %s', async (_, { Request }) => {
  const first = new Request('http://api/one/../two?q=a b', {
    method: 'post',
    headers: { 'X-Key': ' 1 ', Accept: 'text/html' },
    body: '{"a":"é"}',
  });
  const copy = new Request(first.clone(), { headers: [['accept', 'application/json']] });
  expect([first.url, first.method]).toEqual(['http://api/two?q=a%20b', 'POST']);
  expect([...first.headers]).toEqual([
    ['accept', 'text/html'],
    ['content-type', 'text/plain;charset=UTF-8'],
    ['x-key', '1'],
  ]);
  expect([copy.url, copy.method, copy.headers.get('ACCEPT')]).toEqual([first.url, 'POST', 'application/json']);
  expect(await copy.text()).toBe('{"a":"é"}');
  await expect(copy.text()).rejects.toThrow(TypeError);
});

test.each(kinds)('headers are found in upper and lower case, and joined: %s', (_, { Headers }) => {
  const headers = new Headers({ Accept: 'a' });
  headers.append('ACCEPT', 'b');
  headers.set('x-one', '1');
  headers.delete('X-One');
  expect([headers.get('accept'), headers.has('x-one'), headers.get('x-one')]).toEqual(['a, b', false, null]);
  const seen: string[] = [];
  headers.forEach((value, name) => void seen.push(`${name}: ${value}`));
  expect(seen).toEqual(['accept: a, b']);
});

test.each(kinds)('a response has its status and its text: %s', async (_, { Response }) => {
  const response = new Response('{"news":[]}', { status: 404, headers: { 'retry-after': '5' } });
  expect([response.status, response.ok, response.headers.get('retry-after')]).toEqual([404, false, '5']);
  expect(await response.clone().json()).toEqual({ news: [] });
  expect(await response.text()).toBe('{"news":[]}');
  expect(await new Response(null).text()).toBe('');
});

test.each(kinds)(
  'a signal aborts once, with its reason, and all that follow it: %s',
  (_, { AbortController, AbortSignal }) => {
    const controller = new AbortController();
    const any = AbortSignal.any([new AbortController().signal, controller.signal]);
    const heard = rs.fn();
    const removed = rs.fn();
    any.addEventListener('abort', heard, { once: true });
    any.addEventListener('abort', removed);
    any.removeEventListener('abort', removed);
    any.throwIfAborted();
    controller.abort('enough');
    controller.abort('again');
    expect(heard).toHaveBeenCalledTimes(1);
    expect(removed).not.toHaveBeenCalled();
    expect([any.aborted, any.reason, controller.signal.reason]).toEqual([true, 'enough', 'enough']);
    expect(() => any.throwIfAborted()).toThrow('enough');
    expect(AbortSignal.any([controller.signal]).aborted).toBe(true);
    expect(AbortSignal.abort().reason.name).toBe('AbortError');
  },
);

test.each(kinds)('a signal aborts when its time is up: %s', async (_, { AbortSignal }) => {
  const signal = AbortSignal.timeout(1);
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  expect(signal.reason.name).toBe('TimeoutError');
});

test('timers run when the host says so: once, or repeatedly until they are cleared', () => {
  const startTimer = rs.fn();
  const stopTimer = rs.fn();
  const { globals, run } = createTimers(startTimer, stopTimer);
  const [once, repeated] = [rs.fn(), rs.fn()];
  const first = globals.setTimeout(once, 5, 'value');
  const second = globals.setInterval(repeated, 7);
  for (const id of [first, first, second, second]) run(id);
  expect(once.mock.calls).toEqual([['value']]);
  expect(repeated).toHaveBeenCalledTimes(2);
  expect(startTimer.mock.calls).toEqual([
    [first, 5],
    [second, 7],
    [second, 7],
    [second, 7],
  ]);
  globals.clearInterval(second);
  run(second);
  expect(repeated).toHaveBeenCalledTimes(2);
  expect(stopTimer.mock.calls).toEqual([[second]]);
});

test('the console prints errors with their causes, and what can’t be JSON', () => {
  const lines: string[] = [];
  const { error } = createConsole((line) => lines.push(line)) as Console;
  const circle: { self?: object } = {};
  circle.self = circle;
  error('a', { b: 1 }, 10n, undefined, circle);
  error(new RangeError('outer', { cause: new TypeError('inner') }));
  expect(lines[0]).toBe('a {"b":1} 10 undefined [object Object]\n');
  expect(lines[1]).toMatch(/^RangeError: outer\n[\s\S]*\n\[cause\]: TypeError: inner\n/);
});
