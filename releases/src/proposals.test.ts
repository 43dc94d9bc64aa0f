import { expect, test } from '@rstest/core';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { buildApp, declaredPage, newFolder } from '@site/testkit/releases/fixtures.ts';
import { proposalOf } from './proposals.ts';
import { composeRoutes } from './Release.ts';

test('a release from before remotes declared their pages keeps those of its modules, without a place in the navigation', async () => {
  const manifest = await buildApp(await newFolder());
  const { routes, problems } = composeRoutes(new Map([['blog', [{ manifest, folder: '' }]]]), openPolicy);
  expect(problems).toEqual([]);
  expect(Object.entries(routes.pages).map(([name, { paths }]) => [name, paths.fr])).toEqual([['blog', 'blog']]);
  expect(routes.menu).toEqual([]);
});

test('a release that declares pages has those and no others', async () => {
  const pages = [declaredPage({ name: 'news', path: 'blog/news' })];
  expect(proposalOf(await buildApp(await newFolder(), { pages })).pages).toEqual(pages);
  expect(proposalOf(await buildApp(await newFolder(), { pages: [] })).pages).toEqual([]);
});
