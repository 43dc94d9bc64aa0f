import { expect, test } from '@rstest/core';
import { remotes } from './project.ts';
import { providedExports, usedExports } from './singletonExports.ts';
import { usedProperties } from './usedProperties.ts';

test.each(remotes)('the shell has everything that %s uses of it', (remote) => {
  const provided = providedExports();
  for (const [singleton, names] of Object.entries(usedExports(remote)))
    expect(provided[singleton], singleton).toEqual(expect.arrayContaining([...names]));
});

test('a release lists which properties it gives shared components; not attributes of HTML elements', () => {
  const { PageHeader, ButtonLink } = usedProperties('marketing');
  expect(PageHeader).toEqual(expect.arrayContaining(['lead', 'title']));
  expect(ButtonLink).toEqual(expect.arrayContaining(['children', 'page']));
  expect(usedProperties('contact').Button).not.toContain('disabled');
});

test('a release lists what it needs: values by name, no types', () => {
  expect(usedExports('blog')).toMatchObject({
    '@site/shared': expect.arrayContaining(['definePage', 'PageNotFoundError', 'pathOf']),
    'react-router-dom': ['useNavigate'],
  });
  expect(usedExports('blog')['@site/shared']).not.toContain('PageProps');
  expect(providedExports()).toMatchObject({
    'react-router-dom': ['useLocation', 'useNavigate'],
    '@site/shared': expect.arrayContaining(['Accordion', 'brand', 'useLanguage']),
  });
});
