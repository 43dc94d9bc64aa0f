import { expect, test } from '@rstest/core';
import { buildApp, declaredPage, newFolder } from '@site/testkit/releases/fixtures.ts';
import { proposalOf } from './proposals.ts';

test('a release has exactly the pages that it declares', async () => {
  const pages = [declaredPage({ name: 'news', path: 'blog/news' })];
  expect(proposalOf(await buildApp(await newFolder(), { pages })).pages).toEqual(pages);
  expect(proposalOf(await buildApp(await newFolder(), { pages: [] })).pages).toEqual([]);
});
