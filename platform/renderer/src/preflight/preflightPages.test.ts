import { expect, test } from '@rstest/core';
import type { Release } from '@site/releases/Release.ts';
import type { SiteRoutes } from '@site/shared/routes/composeTable.ts';
import { specifiedRoutes } from '@site/shared/testing/routes.ts';
import { type CallApi, noAnswer } from '../apiCalls.ts';
import { linkedAddress, preflightPages } from './preflightPages.ts';

const blog = { manifest: { name: 'blog' } } as Release;

/** Nothing but the table is read. */
const routes = specifiedRoutes as SiteRoutes;

/** An API with one article in each language. */
const callApi: CallApi = async ({ path }) => {
  const language = path.split('/').at(-1);
  return {
    status: 200,
    headers: {},
    body: JSON.stringify({ news: [{ uid: '1', title: 'News', slug: `article-${language}` }] }),
  };
};

test('every page of the remote is rendered in every language, with an article of that language', async () => {
  expect(await preflightPages({ remotes: [blog], routes }, callApi)).toMatchObject([
    { language: 'en', page: 'blog', url: '/en/blog', module: './list', remote: blog },
    { language: 'en', page: 'article', url: '/en/blog/article-en', module: './redirect', remote: blog },
    { language: 'fr', page: 'blog', url: '/fr/blog', module: './list', remote: blog },
    { language: 'fr', page: 'article', url: '/fr/blog/article-fr', module: './redirect', remote: blog },
    { language: 'es', page: 'blog', url: '/es/blog', module: './list', remote: blog },
    { language: 'es', page: 'article', url: '/es/blog/article-es', module: './redirect', remote: blog },
  ]);
});

test('while the API doesn’t answer, a release is still tried: its article may be missing, its other pages may not', async () => {
  const pages = await preflightPages({ remotes: [blog], routes }, async () => noAnswer);
  expect(pages.filter(({ language }) => language === 'en')).toMatchObject([
    { page: 'blog', mayBeMissing: false },
    { page: 'article', url: '/en/blog/sample', mayBeMissing: true },
  ]);
});

test('a remote without a page in the route table has nothing to render', async () => {
  expect(
    await preflightPages({ remotes: [{ ...blog, manifest: { ...blog.manifest, name: 'kiosk' } }], routes }, callApi),
  ).toEqual([]);
});

test('a page with parameters is tried at an address that another page links to, in its language', () => {
  const links = ['/fr/blog/un', '/en/blog', '/en/blog/one?a=1', '/en/blog/two'].map((path) => `<a href="${path}">`);
  expect(linkedAddress({ page: 'article', language: 'en' }, links, routes)).toBe('/en/blog/one');
  expect(linkedAddress({ page: 'article', language: 'es' }, links, routes)).toBeUndefined();
});
