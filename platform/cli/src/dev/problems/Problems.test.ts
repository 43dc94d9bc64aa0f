import { expect, test } from '@rstest/core';
import { Problems, problemAt } from './Problems.ts';

const place = { file: 'package.json', line: 2, column: 1 };
const problemOf = (title: string) => problemAt(place, { title, message: 'expected `)`' });

test.each([
  ['builds of blog', 'types of blog', 'lint of blog'],
  ['lint of blog', 'types of blog', 'builds of blog'],
])('of several problems on one line, the compiler’s is shown, whichever program reports first', (...finders) => {
  const problems = new Problems(() => {});
  for (const finder of finders) problems.set(finder, [problemOf(finder)]);
  expect(problems.all.map(({ title }) => title)).toEqual(['builds of blog']);
  problems.set('builds of blog', []);
  expect(problems.all.map(({ title }) => title)).toEqual(['types of blog']);
});
