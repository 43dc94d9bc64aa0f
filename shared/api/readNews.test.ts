import { afterEach, beforeEach, expect, rstest, test } from '@rstest/core';
import { readArticle, readNewsList } from './readNews.ts';

const item = { uid: '1', slug: 'a', title: 'A', source: 'S', publication_date: '2026-03-28', type: 'youtube' };
const video = 'https://www.youtube.com/watch?v=cCOL7MC4Pl0';
const embed = 'https://www.youtube-nocookie.com/embed/cCOL7MC4Pl0';

let log: ReturnType<typeof rstest.spyOn>;
beforeEach(() => {
  log = rstest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => log.mockRestore());

test('a video is embedded only from a known host, whatever the API says', () => {
  const urls = [
    video,
    'javascript:alert(1)',
    'https://evil.example/embed/cCOL7MC4Pl0',
    'data:text/html,x',
    7,
    null,
    {},
  ];
  const news = urls.map((url_video, index) => ({ ...item, uid: index, url_video }));
  expect(readNewsList({ news })?.map(({ url_video }) => url_video)).toEqual([
    embed,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(log).toHaveBeenCalledTimes(3);
});

test('items without uid, slug or title are left out and logged; the rest is kept', () => {
  const news = [
    item,
    null,
    'text',
    7,
    [],
    {},
    { ...item, title: '' },
    { ...item, slug: undefined },
    { ...item, uid: 2 },
  ];
  expect(readNewsList({ news })?.map(({ uid }) => uid)).toEqual(['1', '2']);
  expect(log).toHaveBeenCalledWith(expect.stringContaining('7 of 9'));
});

test('an invalid date becomes empty', () => {
  const dates = ['2026-03-28', '2026-03-28T10:00:00Z', 'yesterday', '2026-13-45', null, {}];
  const news = dates.map((publication_date, index) => ({ ...item, uid: index, publication_date }));
  expect(readNewsList({ news })?.map((read) => read.publication_date)).toEqual([dates[0], dates[1], '', '', '', '']);
});

test.each([null, undefined, 'text', 7, [], {}, { news: {} }, { news: 'x' }, { news: null }])(
  '%j is not a list',
  (body) => {
    expect(readNewsList(body)).toBeUndefined();
  },
);

test('an article links only to http(s) addresses', () => {
  const article = { title: 'A', type: 'article', url_video: null };
  expect(readArticle({ ...article, link: 'https://news.example/a' })?.link).toBe('https://news.example/a');
  for (const link of ['javascript:alert(1)', '/en', 'https://a@b.example', null, 7, undefined])
    expect(readArticle({ ...article, link })?.link, String(link)).toBeNull();
});

test.each([null, 'text', [], {}, { link: 'https://news.example/a' }, { title: {} }])('%j is not an article', (body) => {
  expect(readArticle(body)).toBeUndefined();
});
