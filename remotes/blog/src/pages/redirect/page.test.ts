import { expect, test } from '@rstest/core';
import { ApiError, PageNotFoundError } from '@site/shared';
import { article, pageContext } from '../../testing/samples.ts';
import page from './page.ts';

const headOf = (facts: Parameters<typeof article>[0], query = '') =>
  page.head?.({ body: article(facts), failure: null }, (key) => key, {
    ...pageContext(),
    query: new URLSearchParams(query),
  });

const failingWith = (status: number) =>
  pageContext({ findArticle: () => Promise.reject(new ApiError('GET blog/fr/r/lights-on', status, undefined)) });

test('loads the article of the address', async () => {
  const context = pageContext({ findArticle: async (language, slug) => article({ title: `${language} ${slug}` }) });
  expect(await page.load?.(context)).toMatchObject({ body: { title: 'fr lights-on' } });
});

test('an unknown article is a missing page', async () => {
  await expect(page.load?.(failingWith(404))).rejects.toBeInstanceOf(PageNotFoundError);
});

test('returns any other failure of the API instead of throwing it', async () => {
  expect(await page.load?.(failingWith(502))).toEqual({ body: null, failure: { status: 502 } });
});

test('the head has the title of the article, and the redirect for visitors without JavaScript', () => {
  expect(headOf({})).toEqual({
    articleTitle: 'Why we keep the lights on',
    isIndexed: false,
    canonical: 'https://news.example/lights',
    refresh: { seconds: 10, url: 'https://news.example/lights' },
  });
});

test('a visitor who asked to stay is not redirected, even without JavaScript', () => {
  expect(headOf({}, 'stay=')).not.toHaveProperty('refresh');
});

test.each([null, 'javascript:alert(1)'])('the link %j redirects to the start page at once', (link) => {
  expect(headOf({ link })).toMatchObject({ refresh: { seconds: 0, url: '/' } });
  expect(headOf({ link })).not.toHaveProperty('canonical');
});

test('when the API has failed, the page has the route’s title', () => {
  const head = page.head?.({ body: null, failure: { status: 500 } }, (key) => key, pageContext());
  expect(head).toEqual({ isIndexed: false });
});
