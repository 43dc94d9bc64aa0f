import { expect, test } from '@rstest/core';
import { formProblem, formsSchema, targetOf } from './forms.ts';

const form = (change: object = {}) => ({
  signup: { to: 'events/signups', fields: { email: { format: 'email' } }, ...change },
});
const field = (schema: object, name = 'name') => form({ fields: { [name]: schema } });
const isAccepted = (forms: object) => formsSchema.safeParse(forms).success;

test('a form has fields with rules, and goes to a path of an API', () => {
  expect(isAccepted(form())).toBe(true);
  expect(isAccepted(field({ kind: 'text', min: 2, max: 2_000, required: false }))).toBe(true);
  expect(isAccepted(field({ options: ['monday', 'tuesday'], half: true }))).toBe(true);
  expect(isAccepted(field({ kind: 'checkbox', required: false, half: true }))).toBe(true);
  expect(isAccepted(field({ format: { pattern: '[A-Z]{2}-?\\d{4,6}' }, max: 10 }))).toBe(true);
  expect(targetOf({ to: 'events/signups/fr' })).toEqual({ api: 'events', path: 'signups/fr' });
});

test.each([
  ['a path that leaves the API’s address', form({ to: 'events/../admin' })],
  ['an address', form({ to: 'https://evil.example/' })],
  ['no path', form({ to: 'events' })],
  ['a path with a query', form({ to: 'events/signups?admin=1' })],
  ['no fields', form({ fields: {} })],
  ['too many fields', form({ fields: Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`field${n}`, {}])) })],
  ['a field that the site has itself', field({}, 'website')],
  ['a field that every object has', field({}, 'constructor')],
  ['a field with markup', field({}, 'a"><b')],
  ['a rule that can never be met', field({ min: 5, max: 2 })],
  ['a pattern in place of a format', field({ format: '^(a+)+$' })],
  ['a pattern that can take long', field({ format: { pattern: '(a{1,9}){1,9}' } })],
  ['a pattern that is none', field({ format: { pattern: ['a'] } })],
  ['a pattern with flags', field({ format: { pattern: 'a', flags: 'g' } })],
  ['a checkbox with a pattern', field({ kind: 'checkbox', format: { pattern: 'on' } })],
  ['a checkbox with options', field({ kind: 'checkbox', options: ['on'] })],
  ['a checkbox with a length', field({ kind: 'checkbox', min: 3 })],
  ['a text with a pattern', field({ kind: 'text', format: { pattern: 'a' } })],
  ['a kind that this server doesn’t know', field({ kind: 'file' })],
  ['options with markup', field({ options: ['<b>'] })],
  ['a text with a format', field({ kind: 'text', format: 'email' })],
  ['the name of the site’s own form', { contact: form().signup }],
  ['too many forms', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`form${n}`, form().signup]))],
])('%s is refused', (_, forms) => {
  expect(isAccepted(forms)).toBe(false);
});

test('pages have forms of their remote, which go to its APIs', () => {
  const pages = [{ name: 'event', form: 'signup' }];
  expect(formProblem({ pages, forms: form(), apis: { events: {} } })).toBeUndefined();
  expect(formProblem({ pages: [{ name: 'contact', form: 'contact' }] })).toBeUndefined();
  expect(formProblem({ pages, forms: {} })).toContain('"signup"');
  expect(formProblem({ pages, forms: form(), apis: { orders: {} } })).toContain('"events/signups"');
  expect(formProblem({ pages: [{ name: 'event', form: 'toString' }], forms: {} })).toContain('"toString"');
});
