import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { filled, news, texts } from '@site/testkit/site/texts.ts';
import { parseAtomFeed } from 'feedsmith';
import { expect, runCli, test } from '../support/serverTest.ts';

for (const language of languages) {
  test(`a subscriber to the ${language} feed gets the news of the blog, newest first`, async ({ site }) => {
    const { status, headers, body } = await ask(site, `/${language}/atom.xml`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const feed = parseAtomFeed(body);
    expect(feed.xml?.lang).toBe(language);
    expect(feed.id).toBe(`${site.origin}/${language}/blog`);
    expect(feed.subtitle?.value).toBe(filled(texts[language].shell.routes.blog.description));
    expect(feed.links?.find(({ rel }) => rel === 'self')?.href).toBe(`${site.origin}/${language}/atom.xml`);
    expect(feed.updated).toContain(news[language][0].publication_date);
    const read = feed.entries?.map(({ title, authors, links, published }) => ({
      title: title?.value,
      source: authors?.[0]?.name,
      link: links?.[0]?.href,
      day: published?.slice(0, 10),
    }));
    const wanted = news[language].map(({ title, source, slug, publication_date }) => ({
      title,
      source,
      link: `${site.origin}/${language}/blog/${slug}`,
      day: publication_date,
    }));
    expect(read).toEqual(wanted);
  });
}

test('a subscriber who polls again gets 304 until there is news; markup in news stays text', async ({
  startOwnSite,
}) => {
  const site = await startOwnSite();
  const first = await ask(site, '/en/atom.xml');
  const known = { 'if-none-match': first.headers.get('etag') ?? '' };
  expect(await ask(site, '/en/atom.xml', { headers: known })).toMatchObject({ status: 304, body: '' });
  expect(await ask(site, '/en/atom.xml', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });

  const title = ']]><script>alert(1)</script> & "news"';
  const source = '</name><evil/>';
  const file = join(site.dataDir, 'news.json');
  const item = { language: 'en', slug: 'hostile', title, source, publication_date: '2030-01-01', link: null };
  await writeFile(file, JSON.stringify([item]));
  await runCli('news', site, 'import', file);

  const next = await ask(site, '/en/atom.xml', { headers: known });
  expect(next.status).toBe(200);
  const [entry] = parseAtomFeed(next.body).entries ?? [];
  expect(entry).toMatchObject({ title: { value: title, type: 'text' }, authors: [{ name: source }] });
});

test('while the API is down, a subscriber is asked to retry later', async ({ startOwnSite }) => {
  const site = await startOwnSite({ environment: { API_ORIGIN: 'http://127.0.0.1:9' } });
  const { status, headers, body } = await ask(site, '/es/atom.xml');
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toMatch(/^\d+$/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).toContain('SITE-FEED');
  expect((await ask(site, '/sitemap.xml')).body).toContain('/es/blog</loc>');
});
