import { afterEach, expect, rs, test } from '@rstest/core';
import { report, scriptPlaces } from './report.ts';

const sent: unknown[][] = [];

afterEach(() => {
  sent.length = 0;
  delete document.documentElement.dataset.exported;
});

rs.stubGlobal('fetch', async (...parameters: unknown[]) => {
  sent.push(parameters);
  throw new TypeError('Failed to fetch');
});

test('a page from the server sends reports without cookies, even while the visitor leaves it', () => {
  report({ vitals: { lcp: 1 } });
  expect(sent).toEqual([
    ['/beacon', { method: 'POST', body: '{"vitals":{"lcp":1}}', keepalive: true, credentials: 'omit' }],
  ]);
});

test('an exported page reports nothing: no server would accept it', () => {
  document.documentElement.dataset.exported = '';
  report({ vitals: { lcp: 1 } });
  expect(sent).toEqual([]);
});

const origin = 'https://www.example.com';
const list = '/assets/blog/1a2b3c4d5e6f/page-list.js';
const errorWith = (stack: string, cause?: Error) => Object.assign(new Error('of Ada Lovelace', { cause }), { stack });

test.each([
  ['Chromium', `TypeError: x\n    at List (${origin}${list}:1:234)\n    at async ${origin}${list}?retry=1:2:5`],
  ['Firefox', `List@${origin}${list}:1:234\nasync*get@${origin}${list}?retry=1:2:5\n`],
  ['WebKit', `List@${origin}${list}:1:234\n@[native code]\nget@${origin}${list}?retry=1:2:5`],
])('an error in %s is reported with its places in the site’s scripts', (_, stack) => {
  expect(scriptPlaces(errorWith(stack))).toEqual([`${list}:1:234`, `${list}?retry=1:2:5`]);
});

test('nothing else is reported: no message, no page address, no third-party script', () => {
  const stack = `Error: of Ada Lovelace\n at a (${origin}/en/contact?name=Ada:1:2)\n at b (chrome-extension://abc/assets.js:1:2)`;
  expect(scriptPlaces(errorWith(stack))).toEqual([]);
  expect(scriptPlaces('Ada Lovelace')).toEqual([]);
});

test('the cause is reported, with at most three places of a long trace', () => {
  const frames = Array.from({ length: 9 }, (_, line) => `at ${origin}${list}:${line + 1}:1`).join('\n');
  const cause = errorWith(frames);
  expect(scriptPlaces(errorWith('at /assets/shell/shell.js:1:1', cause))).toEqual(
    [1, 2, 3].map((line) => `${list}:${line}:1`),
  );
});
