import { expect, test } from '@rstest/core';
import { type AppOverrides, buildApp, declaredPage, newFolder } from '@site/testkit/releases/fixtures.ts';
import { compareVersions } from './changes.ts';

const changesOf = async (before: AppOverrides, after: AppOverrides) =>
  compareVersions(await buildApp(await newFolder(), after), await buildApp(await newFolder(), before));

test('bytes are those of pages and fragments, by their names', async () => {
  const modules = (file: string) => ({
    './list': { scripts: [file], styles: [] },
    './fragment-latest': { scripts: [file], styles: [] },
    './other': { scripts: [file], styles: [] },
  });
  const both = {
    pages: [declaredPage({ name: 'blog', path: 'blog' })],
    fragments: { latest: { module: './fragment-latest' } },
  };
  const { weights } = await changesOf(
    { ...both, modules: modules('page-list.js') },
    { ...both, modules: modules('other.js'), extra: { 'web/other.js': 'export const other = 1;' } },
  );
  expect(weights.map(({ of, name, kind }) => [of, name, kind])).toEqual([
    ['page', 'blog', 'scripts'],
    ['fragment', 'latest', 'scripts'],
    ['module', './other', 'scripts'],
  ]);
});

test('all that a version asks for, and what it no longer asks for, is compared with any other version', async () => {
  const page = { path: 'blog', name: 'blog' };
  const { rights } = await changesOf(
    {
      pages: [declaredPage({ ...page, places: ['menu'], search: { q: { max: 100 } }, was: { en: ['news'] } })],
      apis: { events: { description: 'Events' } },
      calls: ['news', 'article'],
      listens: ['shop:added'],
    },
    {
      pages: [declaredPage({ ...page, places: ['footer'], form: 'contact', isRedirect: true })],
      apis: { events: { description: 'Events and tickets' } },
      forms: { signup: { to: 'events/signups', fields: { name: { kind: 'text', max: 60 } } } },
      calls: ['news'],
      fragments: { latest: { module: './fragment-latest', props: { except: { max: 30 } } } },
      uses: { cart: ['small'] },
      emits: { 'blog:read': {} },
    },
  );
  expect(Object.fromEntries(rights.map(({ name, before, after }) => [name, [before, after]]))).toEqual({
    apis: ['events (Events)', 'events (Events and tickets)'],
    forms: [undefined, 'signup to events/signups: name'],
    searches: ['q of page blog, up to 100 characters', undefined],
    places: ['menu: blog', 'footer: blog'],
    contact: [undefined, 'on page blog'],
    redirects: [undefined, 'page blog'],
    was: ['/en/news', undefined],
    calls: ['article', undefined],
    fragments: [undefined, 'latest (except)'],
    uses: [undefined, 'cart (small)'],
    emits: [undefined, 'blog:read'],
    listens: ['shop:added', undefined],
  });
});
