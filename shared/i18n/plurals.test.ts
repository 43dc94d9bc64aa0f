import { expect, test } from '@rstest/core';
import { keysIn } from './plurals.ts';

test.each([
  ['en', ['minutes_one', 'minutes_other']],
  ['fr', ['minutes_one', 'minutes_other']],
  ['ar', ['minutes_few', 'minutes_many', 'minutes_one', 'minutes_other', 'minutes_two', 'minutes_zero']],
  ['ja', ['minutes_other']],
])('%s needs a text for each of its plural forms', (language, keys) => {
  expect([...keysIn(language, 'minutes_other')].sort()).toEqual(keys);
});

test('any other text has one key in every language', () => {
  expect(keysIn('ar', 'list.another')).toEqual(['list.another']);
});
