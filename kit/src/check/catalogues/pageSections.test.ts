import { expect, test } from '@rstest/core';
import { parse } from '../sources/parse.ts';
import { sectionProblems } from './pageSections.ts';

const problemsOf = (page: string) =>
  sectionProblems(
    parse(
      new Map([
        ['remotes/blog/src/pages/list/page.ts', page],
        ['remotes/blog/src/pages/list/ListPage.tsx', "import './Video.tsx'; t('list.title');"],
        ['remotes/blog/src/pages/list/Video.tsx', "import './ListPage.tsx'; t('video.title');"],
      ]),
    ),
  );

test('finds nothing when a page lists the sections that its components show', () => {
  expect(problemsOf("import './ListPage.tsx'; definePage({ strings: strings(['list', 'video']) });")).toEqual([]);
});

test('finds a section that a component shows and the page leaves out', () => {
  expect(problemsOf("import './ListPage.tsx'; definePage({ strings: strings(['list']) });")).toEqual([
    'remotes/blog/src/pages/list/page.ts: must list "video"',
  ]);
});

test('finds a section that the page lists for nothing', () => {
  expect(
    problemsOf("import './ListPage.tsx'; definePage({ strings: strings(['list', 'video', 'redirect']) });"),
  ).toEqual(['remotes/blog/src/pages/list/page.ts: lists "redirect", but shows nothing of it']);
});
