import { expect, test } from '@rstest/core';
import type { FetchedRequest } from '@site/shell/render/messages.ts';
import { pathsOfRemote } from './pathsOfRemote.ts';

/** An API with one article in each language. */
const api = {
  call: async ({ path }: FetchedRequest) => {
    const language = path.split('/').at(-1);
    return { status: 200, headers: {}, body: JSON.stringify({ news: [{ slug: `article-${language}` }] }) };
  },
};

test('every page of the remote is tried in every language, with an article of that language', async () => {
  expect(await pathsOfRemote('blog', api)).toEqual([
    { language: 'en', url: '/en/blog', module: './list' },
    { language: 'en', url: '/en/blog/article-en', module: './redirect' },
    { language: 'fr', url: '/fr/blog', module: './list' },
    { language: 'fr', url: '/fr/blog/article-fr', module: './redirect' },
    { language: 'es', url: '/es/blog', module: './list' },
    { language: 'es', url: '/es/blog/article-es', module: './redirect' },
  ]);
});

test('a remote without a page in the route table has nothing to try', async () => {
  expect(await pathsOfRemote('kiosk', api)).toEqual([]);
});
