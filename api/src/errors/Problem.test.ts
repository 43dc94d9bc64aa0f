import { expect, test } from '@rstest/core';
import { problemMessages } from './Problem.ts';

test('every problem has a message in every language', () => {
  const { en, fr, es } = problemMessages;
  expect(Object.keys(fr)).toEqual(Object.keys(en));
  expect(Object.keys(es)).toEqual(Object.keys(en));
});
