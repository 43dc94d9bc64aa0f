import { expect, test } from '@rstest/core';
import { languages } from '@site/shared/i18n/languages.ts';
import { matchPath } from '@site/shared/routes/path.ts';
import { presentPath } from '@site/shared/routes/presentPath.ts';
import { suggestPage } from '@site/shared/routes/suggestPage.ts';
import type { PageRoute, RouteTable } from '@site/shared/routes/table.ts';
import { specifiedRoutes } from '@site/shared/testing/routes.ts';
import fc from 'fast-check';
import { pagesNear, presentPathIn, suggestionAt } from './unknownAddresses.ts';

const route = { module: './list', closing: 'strip' } as const;

/** The largest route table of this many remotes: as many pages as allowed, with the longest paths. */
function tableOf(remotes: number, onRead = () => {}): RouteTable {
  const pages = Array.from({ length: remotes * 50 }, (_, index): [string, PageRoute] => {
    const remote = `remote-${Math.floor(index / 50)}`;
    const path = `${remote}/${'a'.repeat(80)}${index}`;
    const paths = { en: path, fr: `${path}f`, es: index % 10 === 0 ? `${remote}/:any/${index}` : `${path}s` };
    return [
      `page-${index}`,
      {
        remote,
        ...route,
        get paths() {
          onRead();
          return paths;
        },
      },
    ];
  });
  return { pages: Object.fromEntries(pages) };
}

test('an unknown address costs no more with the largest table than with one remote’s pages', () => {
  const readsOf = (remotes: number) => {
    let reads = 0;
    const table = tableOf(remotes, () => {
      reads += 1;
    });
    const ask = () => {
      for (const path of ['/en/wp-login.php', `/en/remote-0/${'a'.repeat(80)}x`, '/fr/remote-0/nowhere', '/robots'])
        matchPath(pagesNear(table, path), path);
    };
    ask();
    reads = 0;
    ask();
    return reads;
  };
  expect(readsOf(100)).toBe(readsOf(1));
  expect(readsOf(1)).toBeLessThan(2 * 50 * 3);
});

const segment = fc.constantFrom(
  'blog',
  'blogs',
  'blgo',
  'prices',
  'price',
  'a',
  'ab',
  'équipe',
  'equipe',
  ':slug',
  ':id',
);
const known = fc.array(segment, { maxLength: 3 }).map((parts) => parts.join('/'));
const asked = fc
  .tuple(fc.constantFrom('/en', '/fr', '/es', '/de', ''), known, fc.constantFrom('', '/', '/x', '%E9'))
  .map(([language, path, end]) => `${language}/${path.replaceAll(':', '')}${end}`.replace(/^(\/..)\/$/, '$1'));

test('pages are found and suggested exactly as in browsers, whatever the table', () => {
  const tables = fc
    .array(fc.record({ en: known, fr: known, es: known }), { maxLength: 12 })
    // A page has the same parameters in every language.
    .map((all) => all.filter(({ en, fr, es }) => new Set([en, fr, es].map((path) => path.includes(':'))).size === 1))
    .map((all): RouteTable => {
      const pages = all.map((paths, index) => [`page-${index}`, { remote: 'any', ...route, paths }] as const);
      return { pages: Object.fromEntries(pages) };
    });
  fc.assert(
    fc.property(fc.oneof(tables, fc.constant(specifiedRoutes)), asked, (table, path) => {
      expect(matchPath(pagesNear(table, path), path)).toEqual(matchPath(table, path));
      for (const language of languages)
        expect(suggestionAt(table, path, language)).toEqual(suggestPage(table, path, language));
    }),
    { seed: 22, numRuns: 2_000 },
  );
});

test('an old address is found without comparing every page', () => {
  const { pages } = specifiedRoutes;
  const { pricing, article } = pages;
  if (!pricing || !article) throw new Error('The specification has these pages.');
  const table = {
    pages: {
      ...pages,
      pricing: { ...pricing, was: { fr: ['tarifs'] } },
      article: { ...article, was: { en: ['news/:slug'] } },
    },
  };
  const addresses = [
    '/fr/tarifs',
    '/en/tarifs',
    '/en/news/a',
    '/fr/news/a',
    '/en/news',
    '/fr/prix',
    '/',
    '/robots.txt',
  ];
  expect(addresses.map((path) => presentPathIn(table, path))).toEqual(
    addresses.map((path) => presentPath(table, path)),
  );
  expect(addresses.map((path) => presentPathIn(table, path))).toEqual([
    '/fr/prix',
    undefined,
    '/en/blog/a',
    ...Array(5),
  ]);
});
