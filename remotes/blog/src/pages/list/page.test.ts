import { expect, test } from '@rstest/core';
import { ApiError } from '@site/shared';
import { newsItem, pageContext } from '../../testing/samples.ts';
import page from './page.ts';
import structuredData from './structuredData.server.ts';

test('loads the news of the language', async () => {
  const news = [newsItem()];
  const context = pageContext({ listNews: async (language) => (language === 'fr' ? news : []) });
  expect(await page.load?.(context)).toEqual({ body: news, failure: null });
});

test('returns the failure of the API instead of throwing it', async () => {
  const context = pageContext({ listNews: () => Promise.reject(new ApiError('GET blog/fr', 500, undefined)) });
  expect(await page.load?.(context)).toEqual({ body: null, failure: { status: 500 } });
});

test('translates the document title', () => {
  expect(page.head?.({ body: [], failure: null }, (key) => `«${key}»`, pageContext())).toEqual({
    title: '«list.title»',
  });
});

test('search engines are told no date that isn’t known', () => {
  const body = [newsItem(), newsItem({ publication_date: '' })];
  const absolute = (path: string) => `https://s.example${path}`;
  const context = { ...pageContext(), absolute, organization: { '@id': 'https://s.example/#organization' } };
  const described = JSON.stringify(structuredData({ body, failure: null }, String, context));
  expect(described.match(/"datePublished":"[^"]*"/g)).toEqual(['"datePublished":"2024-06-18"']);
});
