import { expect, test } from '@rstest/core';
import { problemTexts } from './texts.ts';

test('every failure has a sentence in every language', () => {
  const { en, fr, es } = problemTexts;
  expect(Object.keys(fr)).toEqual(Object.keys(en));
  expect(Object.keys(es)).toEqual(Object.keys(en));
});
