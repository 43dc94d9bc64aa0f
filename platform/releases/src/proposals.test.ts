import { expect, test } from '@rstest/core';
import type { DeclaredPage } from '@site/shared/contract/release.ts';
import { buildApp, declaredPage, newFolder } from '@site/testkit/releases/fixtures.ts';
import { firstPathOf, proposalOf } from './proposals.ts';

test('a release has exactly the pages that it declares', async () => {
  const pages = [declaredPage({ name: 'news', path: 'blog/news' })];
  expect(proposalOf(await buildApp(await newFolder(), { pages })).pages).toEqual(pages);
  expect(proposalOf(await buildApp(await newFolder(), { pages: [] })).pages).toEqual([]);
});

test.each<[string, Partial<DeclaredPage>, string]>([
  ['in every language', {}, '/en/news'],
  ['in some languages', { languages: ['fr', 'es'] }, '/fr/news'],
  ['with a parameter', { paths: { en: 'news/:id', fr: 'news/:id', es: 'news/:id' } }, '/en'],
])('the first address of a release whose page is %s', (_, page, path) => {
  expect(firstPathOf([declaredPage({ name: 'news', path: 'news', ...page })])).toBe(path);
});
