import type { ApiClient, Article, NewsItem, PageContext } from '@site/shared';

/** A news item with the given facts. */
export const newsItem = (facts: Partial<NewsItem> = {}): NewsItem => ({
  uid: 'lights',
  slug: 'lights-on',
  title: 'Why we keep the lights on',
  source: 'Studio notes',
  publication_date: '2024-06-18',
  type: 'article',
  url_video: null,
  ...facts,
});

/** An article with the given facts. */
export const article = (facts: Partial<Article> = {}): Article => ({
  link: 'https://news.example/lights',
  title: 'Why we keep the lights on',
  type: 'article',
  url_video: null,
  ...facts,
});

/** The context of a page's `load` and `head`, with the given API. */
export const pageContext = (api: Partial<ApiClient> = {}): PageContext => {
  const unexpected = () => Promise.reject(new Error('This test expects no such call.'));
  return {
    language: 'fr',
    params: { slug: 'lights-on' },
    query: new URLSearchParams(),
    signal: new AbortController().signal,
    api: {
      prepare: unexpected,
      listNews: unexpected,
      findArticle: unexpected,
      sendMessage: unexpected,
      sendForm: unexpected,
      read: unexpected,
      ...api,
    },
  };
};
