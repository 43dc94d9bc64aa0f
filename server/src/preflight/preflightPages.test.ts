import { expect, test } from '@rstest/core';
import type { FetchedRequest } from '@site/shell/render/messages.ts';
import { preflightPages } from './preflightPages.ts';

/** An API with one article in each language. */
const api = {
  call: async ({ path }: FetchedRequest) => {
    const language = path.split('/').at(-1);
    return { status: 200, headers: {}, body: JSON.stringify({ news: [{ slug: `article-${language}` }] }) };
  },
};

test('every page of the remote is rendered in every language, with an article of that language', async () => {
  expect(await preflightPages('blog', api)).toEqual([
    { language: 'en', page: 'blog', url: '/en/blog', module: './list' },
    { language: 'en', page: 'article', url: '/en/blog/article-en', module: './redirect' },
    { language: 'fr', page: 'blog', url: '/fr/blog', module: './list' },
    { language: 'fr', page: 'article', url: '/fr/blog/article-fr', module: './redirect' },
    { language: 'es', page: 'blog', url: '/es/blog', module: './list' },
    { language: 'es', page: 'article', url: '/es/blog/article-es', module: './redirect' },
  ]);
});

test('a remote without a page in the route table has nothing to render', async () => {
  expect(await preflightPages('kiosk', api)).toEqual([]);
});
