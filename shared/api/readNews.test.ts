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

test.each([
  ['2026-03-28', '2026-03-28'],
  ['2026-03-28T10:00:00Z', '2026-03-28T10:00:00Z'],
  ['2026-03-28 10:00+02:00', '2026-03-28 10:00+02:00'],
  ['2026-03-28T10:00:00.123456Z', '2026-03-28T10:00:00.123Z'],
  ['2026-03-28T24:00:00Z', '2026-03-29T00:00:00.000Z'],
  ['Sat, 28 Mar 2026 10:00:00 GMT', '2026-03-28T10:00:00.000Z'],
  ['yesterday', ''],
  ['2026-13-45', ''],
  ['2026-02-30', ''],
  ['+012026-03-28T00:00:00Z', ''],
  ['0000-01-01', ''],
  [null, ''],
  [{}, ''],
])('the date %j becomes one that HTML knows, or empty: %j', (publication_date, read) => {
  expect(readNewsList({ news: [{ ...item, publication_date }] })?.[0]?.publication_date).toBe(read);
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
