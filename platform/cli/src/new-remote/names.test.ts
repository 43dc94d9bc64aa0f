import { expect, test } from '@rstest/core';
import { freeName } from './freeName.ts';
import { namesOf } from './names.ts';

test('a name is written as a folder, as a page and as a component', () => {
  expect(namesOf('open-days')).toEqual({ kebab: 'open-days', pascal: 'OpenDays' });
});

test.each(['Events', 'open_days', 'open--days', '-events', 'events-', '2024', '../events', 'x'.repeat(41), 'é'])(
  '"%s" can’t be a name',
  (name) => {
    expect(() => namesOf(name)).toThrow('can’t be');
  },
);

test.each(['blog', 'shell', 'pricing', 'precios', 'privacy-policy', 'assets', 'site'])('"%s" is taken', (name) => {
  expect(() => freeName(name)).toThrow('is taken');
});

test.each([undefined, ''])('without a name it says what to do', (name) => {
  expect(() => namesOf(name)).toThrow('The name of the remote is missing');
});
