import { expect, test } from '@rstest/core';
import { pathOf } from '@site/shared';
import { GoneRemotes } from './goneRemotes.ts';
import { Layout } from './Layout.tsx';
import { renderInSite } from './testing/renderInSite.ts';

function pathsLedTo(gone: readonly string[]): ReadonlySet<string | null> {
  const { container } = renderInSite(
    <GoneRemotes value={gone}>
      <Layout page="home" closing="invitation" language="en">
        {null}
      </Layout>
    </GoneRemotes>,
  );
  return new Set([...container.querySelectorAll('a')].map((link) => link.getAttribute('href')));
}

test('bar, menu, closing and footer lead to every page, and to none of a remote that is gone', () => {
  const paths = (['services', 'team', 'blog', 'contact'] as const).map((page) => pathOf(page, 'en'));
  const [services, team, blog, contact] = paths;
  expect(paths.filter((path) => pathsLedTo([]).has(path))).toEqual(paths);
  expect(paths.filter((path) => pathsLedTo(['blog']).has(path))).toEqual([services, team, contact]);
  expect(paths.filter((path) => pathsLedTo(['contact']).has(path))).toEqual([services, team, blog]);
  expect(paths.filter((path) => pathsLedTo(['marketing']).has(path))).toEqual([blog, contact]);
});
