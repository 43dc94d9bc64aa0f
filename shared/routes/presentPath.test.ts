import { expect, test } from '@rstest/core';
import { specifiedRoutes } from '../testing/routes.ts';
import { presentPath } from './presentPath.ts';
import { absentPath, type PageRoute } from './table.ts';

const route = { remote: 'blog', module: './list', closing: 'strip' } as const;
const everywhere = (path: string): PageRoute['paths'] => ({ en: path, fr: path, es: path });

const table = {
  pages: {
    ...specifiedRoutes.pages,
    archive: { ...route, paths: everywhere('archive'), was: { en: ['blog/archive', 'old/archive'] } },
    event: { ...route, paths: everywhere('events/:id'), was: { en: ['old/:id', 'blog/:id'], fr: ['dates/:id'] } },
    absent: { ...route, paths: { ...everywhere('absent'), fr: absentPath }, was: { fr: ['parti'] } },
  },
};

test.each([
  ['an old path', '/en/old/archive', '/en/archive'],
  ['an old path that matches the parameters of a page', '/en/blog/archive', '/en/archive'],
  ['an old path with a parameter', '/fr/dates/a%2Fb', '/fr/events/a%2Fb'],
  ['an old path of another language', '/es/dates/1', undefined],
  ['a path of a page with a parameter, which an old one with a parameter matches too', '/en/blog/1', undefined],
  ['a page’s path', '/en/archive', undefined],
  ['a path below an old one', '/en/old/archive/1', undefined],
  ['an old path of a page that isn’t in the language', '/fr/parti', undefined],
  ['a path without a language', '/old/archive', undefined],
  ['a path that is no text', '/fr/dates/%ff', undefined],
])('%s', (_, path, present) => {
  expect(presentPath(table, path)).toBe(present);
});
