import { expect, test } from '@rstest/core';
import { pathOf } from '@site/shared';
import { Layout } from './Layout.tsx';
import { MissingRemotes } from './missingRemotes.ts';
import { renderInSite } from './testing/renderInSite.ts';

function pathsLedTo(gone: readonly string[]): ReadonlySet<string | null> {
  const { container } = renderInSite(
    <MissingRemotes value={gone}>
      <Layout page="home" closing="invitation" language="en">
        {null}
      </Layout>
    </MissingRemotes>,
  );
  return new Set([...container.querySelectorAll('a')].map((link) => link.getAttribute('href')));
}

test('bar, menu, closing and footer link to every page, except those of a missing remote', () => {
  const paths = (['services', 'team', 'blog', 'contact'] as const).map((page) => pathOf(page, 'en'));
  const [services, team, blog, contact] = paths;
  expect(paths.filter((path) => pathsLedTo([]).has(path))).toEqual(paths);
  expect(paths.filter((path) => pathsLedTo(['blog']).has(path))).toEqual([services, team, contact]);
  expect(paths.filter((path) => pathsLedTo(['contact']).has(path))).toEqual([services, team, blog]);
  expect(paths.filter((path) => pathsLedTo(['marketing']).has(path))).toEqual([blog, contact]);
});
