import { expect, test } from '@rstest/core';
import { patternProblem } from './fieldPattern.ts';

const isMatch = (pattern: string, value: string) => new RegExp(`^(?:${pattern})$`, 'u').test(value);

test.each([
  ['\\d{5}', '62400', '6240'],
  ['FR\\d{11}|ES[A-Z]\\d{8}', 'ESB12345678', 'FR123'],
  ['[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}', 'SW1A 1AA', 'SW1A1A'],
  ['[A-Za-zÀ-ÿ]{2,40}', 'Béthune', 'B3'],
  ['\\+\\d{2} \\(0\\) \\d{9}', '+33 (0) 321000000', '33 0 321000000'],
  ['[.\\-\\]?]{3}', '.-]', 'abc'],
  ['\\\\?a', '\\a', 'aa'],
])('%s may be used', (pattern, right, wrong) => {
  expect(patternProblem(pattern)).toBeUndefined();
  expect([isMatch(pattern, right), isMatch(pattern, wrong)]).toEqual([true, false]);
});

test.each([
  ['nested repeats', '(a{1,9}){1,9}'],
  ['nested repeats without end', '(a+)+'],
  ['a repeat without end', 'a+'],
  ['a repeat from a number on', 'a{2,}'],
  ['a star', '[a-z]*'],
  ['alternatives in a repeat', '(a|a){1,30}'],
  ['a lookahead', '(?=a)a'],
  ['a lookbehind', '(?<!a)b'],
  ['a backreference', '(a)\\1'],
  ['a named one', '(?<x>a)\\k<x>'],
  ['a dot', '.{1,10}'],
  ['a class of Unicode', '\\p{L}{1,10}'],
  ['all but some', '[^a]{1,10}'],
  ['a place', 'a\\b'],
  ['an end of its own', 'a$|b'],
  ['a lazy repeat', 'a{1,9}?'],
  ['a repeat of a repeat', 'a{9}{9}'],
  ['many repeats in a row', '[a-z]{0,30}[a-z]{0,30}[a-z]{0,30}'],
  ['many that may be missing', 'a?'.repeat(30)],
  ['many that may be missing, after backslashes', '\\\\?'.repeat(30)],
  ['a repeat that is too long', 'a{201}'],
  ['too many characters', 'a'.repeat(101)],
  ['a range that is upside down', '[z-a]'],
  ['a repeat that is upside down', 'a{3,1}'],
  ['an empty alternative', 'a|'],
  ['nothing', ''],
  ['an open bracket', '[a'],
  ['an end of the expression around it', 'a)|(?:b'],
  ['a line break', 'a\nb'],
  ['a character that hides', 'a\u202eb'],
])('%s may not be used', (_, pattern) => {
  expect(patternProblem(pattern)).toEqual(expect.any(String));
});
