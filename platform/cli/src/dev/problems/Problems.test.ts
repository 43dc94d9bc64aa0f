import { expect, test } from '@rstest/core';
import { Problems, pageFinder, problemAt } from './Problems.ts';

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

const [inBrowser, onServer] = [pageFinder('browser', '/en/blog'), pageFinder('server', '/en/blog')];

test.each([
  [inBrowser, onServer],
  [onServer, inBrowser],
])('a page that fails in the browser says so, also when the server reports the same line first', (...finders) => {
  const problems = new Problems(() => {});
  for (const finder of finders) problems.set(finder, [problemOf(finder)]);
  expect(problems.all.map(({ title }) => title)).toEqual([inBrowser]);
});

test('what the open page reported stays when the server’s code is built after the browser’s', () => {
  const problems = new Problems(() => {});
  for (const finder of [inBrowser, onServer]) problems.set(finder, [problemOf(finder)]);
  problems.forgetPages('server');
  expect(problems.all.map(({ title }) => title)).toEqual([inBrowser]);
  problems.forgetPages('browser');
  expect(problems.all).toEqual([]);
});
