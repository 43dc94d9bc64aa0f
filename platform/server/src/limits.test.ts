import { readFileSync } from 'node:fs';
import { expect, test } from '@rstest/core';
import { limits as apiLimits } from '@site/api/limits.ts';
import { limits as httpLimits } from '@site/node/limits.ts';
import { rendererLimits } from '@site/renderer/limits.ts';
import { contactSchema } from '@site/shared/contract/contact/fields.ts';
import { type FormFields, longestOf, namesOf, valuesOf } from '@site/shared/contract/form/fields.ts';
import { hiddenFields } from '@site/shared/contract/form/names.ts';
import { limits as sharedLimits } from '@site/shared/contract/limits.ts';
import { serverLimits } from './limits.ts';

const nginx = readFileSync('docs/deploy/nginx.conf', 'utf8');

/** A time of nginx.conf in milliseconds, such as `proxy_read_timeout 20s;`, for all requests or those of a location. */
function timeOf(directive: string, location?: string): number {
  const begin = location === undefined ? '^ {4}' : `^ {4}location ${location} \\{\\n[^}]*^ {8}`;
  const [, seconds] = new RegExp(`${begin}${directive} (\\d+)s;$`, 'm').exec(nginx) ?? [];
  return Number(seconds) * 1000;
}

const { apiCall, formSubmission, staleAnswer, pageAnswer, apiAnswer } = serverLimits;
const { serverRender, formsShown, searchesShown } = rendererLimits;
const proxy = timeOf('proxy_read_timeout', '@patient');
const { count, change, settle } = apiLimits.storing;
const { statement, idle, answer } = apiLimits.postgres;

/** Deadlines that wait for each other, the innermost first. */
const nested: readonly (readonly [who: string, deadlines: Readonly<Record<string, number>>])[] = [
  [
    'a page',
    {
      'API call that reads': apiCall.read,
      'data of the page': sharedLimits.pageData,
      rendering: serverRender,
      'its last good version instead': staleAnswer,
      'proxy, which then asks again': timeOf('proxy_read_timeout'),
      'answer of the server': pageAnswer,
      'proxy that has asked again': timeOf('proxy_read_timeout', '@again'),
    },
  ],
  [
    'a posted form',
    {
      'API that knows whether a message is stored': count + change + settle,
      'API call that writes': apiCall.write,
      submission: formSubmission,
      'submission, turn and rendering': formSubmission + formsShown.waiting.time + serverRender,
      'answer of the server': pageAnswer,
      proxy,
    },
  ],
  ['a picture of an API', { picture: apiCall.picture, proxy: timeOf('proxy_read_timeout') }],
  [
    'a search',
    {
      'its turn': searchesShown.waiting.time,
      'turn and rendering': searchesShown.waiting.time + serverRender,
      'answer of the server': pageAnswer,
      proxy,
    },
  ],
  ['a statement', { 'PostgreSQL ends it': statement, 'the client gives it up': answer }],
  ['an idle transaction', { 'PostgreSQL ends it': idle, 'the client gives it up': answer }],
  ['a browser’s call to an API elsewhere', { 'answer of the API': apiAnswer, proxy }],
  ['an open connection', { proxy: timeOf('keepalive_timeout'), server: httpLimits.connection.keepAlive }],
];

test.each(nested)('the deadlines of %s nest: each is shorter than the next', (_, deadlines) => {
  const times = Object.values(deadlines);
  expect(times.every((time) => time > 0)).toBe(true);
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
});

test('in place of a page that hangs, two more renderings fit into the time of an answer', () => {
  expect(3 * serverRender).toBeLessThan(pageAnswer);
});

/** Characters of one to four bytes, those that forms and JSON escape, and a line break. */
const anyCharacters = ['a', ' ', 'é', 'ж', '你', '😀', '\n', '"', '\u0001', '%', '\ud800'];

/** The longest values that a form takes, all of one character, with everything that is sent beside them. */
const longest = (fields: FormFields, character: string): Record<string, string> => ({
  ...valuesOf(fields, (field) => character.repeat(longestOf(fields[field] ?? {}) / character.length)),
  ...Object.fromEntries(Object.values(hiddenFields).map((name) => [name, 'x'.repeat(64)])),
});

const longText: FormFields = { text: { kind: 'text', max: 20_000 } };

test.each(anyCharacters)(
  'the longest form of the character %j is received, sent by a page without scripts, and as JSON',
  (character) => {
    for (const fields of [contactSchema, longText]) {
      const values = longest(fields, character);
      const posted = new URLSearchParams(
        Object.entries(values).map(([name, value]) => [name, value.replaceAll('\n', '\r\n')]),
      );
      expect(Buffer.byteLength(posted.toString())).toBeLessThan(httpLimits.forms.posted);
      // Some programs escape everything but ASCII.
      const escaped = JSON.stringify(values).replace(/[^ -~]/g, '\\u0000');
      expect(escaped.length).toBeLessThan(httpLimits.forms.json);
    }
  },
);

test('a proxy lets through what the server receives, and the contact form of twice the length comes back to be shortened', () => {
  const [, size] = /^\s*client_max_body_size (\d+)k;$/m.exec(nginx) ?? [];
  expect(Number(size) * 1024).toBeGreaterThan(httpLimits.forms.posted);
  const characters = namesOf(contactSchema).reduce((sum, field) => sum + longestOf(contactSchema[field]), 0);
  expect(httpLimits.forms.posted).toBeGreaterThan(2 * 9 * characters);
});
