import { expect, test } from '@rstest/core';
import { declaredPages } from '@site/bundling/declaredPages.ts';
import { remotes } from '@site/bundling/project.ts';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { composeTable, routesIn } from '@site/shared/routes/composeTable.ts';
import { specifiedRoutes } from '@site/shared/testing/routes.ts';

const proposals = await Promise.all(
  remotes.map(async (remote) => ({ remote, pages: await declaredPages(remote, '/nowhere') })),
);
const { routes, problems } = composeTable(defaultPolicy, proposals);

test('the site has exactly the pages of the specification', () => {
  expect(problems).toEqual([]);
  const { pages } = routesIn('en', routes);
  expect(Object.keys(pages)).toEqual(Object.keys(specifiedRoutes.pages));
  for (const [name, { card: _, ...page }] of Object.entries(specifiedRoutes.pages))
    expect(pages[name], name).toEqual(page);
});

test('menu and footer lead to the pages of the specification, in its order', () => {
  for (const language of languages) {
    const { menu, footer } = routesIn(language, routes);
    expect(menu.map(({ page }) => page)).toEqual(['services', 'pricing', 'team', 'blog']);
    const names = (links: typeof footer.company) => links.map((link) => (link === 'careers' ? link : link.page));
    expect(names(footer.legal)).toEqual(['privacy', 'legal']);
    expect(names(footer.company)).toEqual(['team', 'careers', 'contact', 'blog']);
  }
});

test('one page has a form, and the sitemap lists all but two', () => {
  const pages = Object.entries(routes.pages);
  expect(pages.filter(([, { form }]) => form).map(([name]) => name)).toEqual(['contact']);
  expect(pages.filter(([, { isListed }]) => !isListed).map(([name]) => name)).toEqual(['company', 'article']);
});
