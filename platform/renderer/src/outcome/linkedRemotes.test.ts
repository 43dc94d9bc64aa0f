import { expect, test } from '@rstest/core';
import { matchPath } from '@site/shared/routes/path.ts';
import { absentPath, type PageRoute } from '@site/shared/routes/table.ts';
import { linkedRemotes } from './linkedRemotes.ts';

const page = (remote: string, en: string, fr = en, es = en): PageRoute => ({
  paths: { en, fr, es },
  remote,
  module: './page',
  closing: 'strip',
});

const table = {
  pages: {
    home: page('marketing', ''),
    post: page('blog', 'blog/:slug', 'blog/article/:slug', absentPath),
    blog: page('blog', 'blog'),
    offers: page('offers', 'blog/offers', absentPath),
    again: page('again', 'blog'),
    year: page('events', 'events', 'events/:year'),
  },
};

const linksTo = (...paths: string[]) =>
  [...linkedRemotes(paths.map((path) => `<a class="a" href="${path}">…</a>`).join(''), table)].sort();

test('links lead to the remote that a visitor would get', () => {
  const segments = ['', '/blog', '/blog/offers', '/blog/a', '/blog/article/a', '/blog/a/b', '/events', '/events/2026'];
  const addresses = ['en', 'fr', 'es', 'de'].flatMap((language) => segments.map((path) => `/${language}${path}`));
  for (const address of [...addresses, '/', '/en/', '/assets/blog/picture.png']) {
    const expected = matchPath(table, address)?.route.remote;
    expect(linksTo(address), address).toEqual(expected === undefined ? [] : [expected]);
  }
  expect(linksTo('/en/blog', '/en/blog/a?page=2#top', '/fr/events/2026', 'https://example.com/en')).toEqual([
    'blog',
    'events',
  ]);
});
