import { expect, test } from '@rstest/core';
import { checkValues, type FieldSchema } from './fields.ts';

const problemOf = (schema: FieldSchema, field: string) => checkValues({ field: schema }, { field })[0]?.problem;

test.each<[FieldSchema, readonly string[], readonly string[]]>([
  [{ format: 'email' }, ['a@b.co', ' a.b+c@d-e.example '], ['a@b', 'a b@c.de', 'a@b..co']],
  [{ format: 'tel' }, ['+33 3 21 00 00 00', '(020) 7946-0000'], ['123', 'call me', '+33'.repeat(20)]],
  [{ format: 'date' }, ['2026-11-26'], ['26/11/2026', '2026-13-01', '2026-11-32']],
])('a value of %j must look like one', (schema, right, wrong) => {
  for (const value of right) expect(problemOf(schema, value), value).toBeUndefined();
  for (const value of wrong) expect(problemOf(schema, value), value).toBe('fieldFormat');
});

test('a required field is missing when it is empty, an optional one isn’t', () => {
  expect(problemOf({}, '  ')).toBe('field');
  expect(problemOf({ required: false }, '  ')).toBeUndefined();
  expect(problemOf({ required: false, min: 3 }, 'ab')).toBe('field');
  expect(problemOf({ required: false, format: 'email' }, '')).toBeUndefined();
});

test('one of the options is chosen, or none where that is allowed', () => {
  const options = ['monday', 'tuesday'];
  expect([problemOf({ options }, 'monday'), problemOf({ options }, 'sunday'), problemOf({ options }, '')]).toEqual([
    undefined,
    'field',
    'field',
  ]);
  expect(problemOf({ options, required: false }, '')).toBeUndefined();
});

test('a value has a longest length, whether or not its field names one', () => {
  const long = (schema: FieldSchema, length: number) => problemOf(schema, 'x'.repeat(length));
  expect([long({}, 200), long({}, 201), long({ kind: 'text' }, 5_000), long({ kind: 'text' }, 5_001)]).toEqual([
    undefined,
    'field',
    undefined,
    'field',
  ]);
  expect([long({ max: 3 }, 4), long({ format: 'email', max: 3 }, 4)]).toEqual(['field', 'fieldFormat']);
});

test('a box is ticked or not, and nothing else', () => {
  const problemsOf = (schema: FieldSchema) =>
    ['on', '', 'true', '1', 'ON', 'on,on'].map((sent) => problemOf(schema, sent));
  expect(problemsOf({ kind: 'checkbox' })).toEqual([undefined, 'field', 'field', 'field', 'field', 'field']);
  expect(problemsOf({ kind: 'checkbox', required: false })).toEqual([
    undefined,
    undefined,
    'field',
    'field',
    'field',
    'field',
  ]);
});

test('the whole value must look like its pattern', () => {
  const schema: FieldSchema = { format: { pattern: 'FR\\d{11}|ES[A-Z]\\d{8}' } };
  expect(['FR12345678901', ' ESB12345678 '].map((value) => problemOf(schema, value))).toEqual([undefined, undefined]);
  expect(['FR123456789012', 'xESB12345678', 'FR'].map((value) => problemOf(schema, value))).toEqual(
    Array.from({ length: 3 }, () => 'fieldFormat'),
  );
  expect([problemOf(schema, ''), problemOf({ ...schema, required: false }, '')]).toEqual(['field', undefined]);
});
