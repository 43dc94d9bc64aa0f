import { afterEach, beforeEach, describe, expect, test } from '@rstest/core';
import { startTestApi, type TestApi } from '@site/testkit/api/testApi.ts';
import { onEveryDatabase } from '@site/testkit/postgres/onEveryDatabase.ts';

onEveryDatabase((kind) => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi({}, kind);
  });
  afterEach(() => api.close());

  async function insertHostileItem(): Promise<void> {
    await api.database
      .insertInto('news')
      .values({
        uid: 'hostile',
        language: 'en',
        slug: 'hostile',
        title: '<script>alert(1)</script>',
        source: 'Elsewhere',
        publication_date: '2030-01-01',
        type: 'youtube',
        link: 'javascript:alert(1)',
        url_video: 'https://www.youtube.com.evil.example/watch?v=cCOL7MC4Pl0',
      })
      .execute();
  }

  describe('the blog list', () => {
    test.each(['en', 'fr', 'es'])('in %s has the sample news, newest first, with two videos', async (language) => {
      const response = await api.get(`/api/v1/blog/${language}`);
      expect(response.statusCode).toBe(200);
      const { news } = response.json();
      expect(news.length).toBeGreaterThanOrEqual(8);
      const dates = news.map((item: { publication_date: string }) => item.publication_date);
      expect(dates).toEqual(dates.toSorted().toReversed());
      const videos = news.filter((item: { type: string }) => item.type === 'youtube');
      expect(videos).toHaveLength(2);
      for (const video of videos)
        expect(video.url_video).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/[\w-]{11}$/);
      expect(Object.keys(news[0]).toSorted()).toEqual([
        'publication_date',
        'slug',
        'source',
        'title',
        'type',
        'uid',
        'url_video',
      ]);
    });

    test('is a 304 while it is unchanged', async () => {
      const first = await api.get('/api/v1/blog/en');
      expect(first.headers['cache-control']).toBe('no-cache');
      const etag = String(first.headers.etag);
      expect((await api.get('/api/v1/blog/en', { 'if-none-match': `W/${etag}` })).statusCode).toBe(304);
      await insertHostileItem();
      expect((await api.get('/api/v1/blog/en', { 'if-none-match': etag })).statusCode).toBe(200);
    });

    test('of an unknown language is not found, with a message in the caller’s language', async () => {
      const response = await api.get('/api/v1/blog/de', { 'accept-language': 'fr-FR,fr;q=0.9' });
      expect(response.statusCode).toBe(404);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.json().error).toEqual({ code: 'not_found', message: expect.stringContaining('Il n’y a rien') });
    });
  });

  describe('an article', () => {
    test('has its link, title, type and video', async () => {
      const response = await api.get('/api/v1/blog/en/r/in-the-loop');
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual({
        link: 'https://www.youtube.com/watch?v=cCOL7MC4Pl0',
        title: expect.any(String),
        type: 'youtube',
        url_video: 'https://www.youtube-nocookie.com/embed/cCOL7MC4Pl0',
      });
    });

    test('with hostile URLs has none, and is named in the log', async () => {
      await insertHostileItem();
      expect((await api.get('/api/v1/blog/en/r/hostile')).json()).toEqual({
        link: null,
        title: '<script>alert(1)</script>',
        type: 'youtube',
        url_video: null,
      });
      const logged = api.log.map((line) => JSON.parse(line)).map(({ uid, field }) => ({ uid, field }));
      expect(logged).toEqual([
        { uid: 'hostile', field: 'link' },
        { uid: 'hostile', field: 'url_video' },
      ]);
    });

    test.each([
      '/api/v1/blog/en/r/nothing',
      '/api/v1/blog/fr/r/in-the-loop',
      '/api/v1/blog/de/r/in-the-loop',
      `/api/v1/blog/en/r/${'x'.repeat(300)}`,
      "/api/v1/blog/en/r/'%20or%201=1--",
    ])('is not found at %s', async (url) => {
      const response = await api.get(url);
      expect(response.statusCode).toBe(404);
      expect(response.json().error.code).toBe('not_found');
    });
  });

  test('other paths are not found, with any method', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'] as const) {
      expect((await api.server.inject({ method, url: '/api/v1/nothing' })).statusCode).toBe(404);
    }
  });

  test('a broken database is a 500 without details, which are logged', async () => {
    await api.database.schema.dropTable('news').execute();
    const response = await api.get('/api/v1/blog/en', { 'accept-language': 'es' });
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      error: { code: 'internal', message: expect.stringContaining('Algo ha fallado') },
    });
    expect(api.log.join()).toMatch(/no such table|does not exist/);
  });
});
