import { expect, test } from '@rstest/core';
import { outreachesIn } from '../bundles/containedStyles.ts';
import { problemsFoundBy } from './Check.ts';

test('a team reads which line of its style sheet isn’t CSS, without a stack of our code', async () => {
  const run = async () => outreachesIn('.a {\n}\n.b {', 'src/a.css').map(({ reason }) => reason);
  expect(await problemsFoundBy({ name: 'styles', run })).toEqual(['BUILD-STYLE src/a.css:3: Unclosed block']);
});

test('a check that itself is broken shows where, and disturbs no other', async () => {
  const run = () => Promise.reject(new TypeError('of undefined'));
  expect(await problemsFoundBy({ name: 'broken', run })).toEqual([
    expect.stringMatching(/TypeError: of undefined\n +at /),
  ]);
});
