import { expect, test } from '@rstest/core';
import { parse } from '../sources.ts';
import { isUsed, literalTexts, sectionProblems, sectionsOf, usedMessages } from './usedMessages.ts';

const usedIn = (code: string) => [...parse(new Map([['a.tsx', code]])).values()].flatMap(usedMessages);

test('finds the keys in calls of t', () => {
  expect(usedIn("const a = <p title={t('list.title')}>{t('list.text', { count: 1 })}</p>;")).toEqual([
    'list.title',
    'list.text',
  ]);
});

test('a form shows its own texts, those of its fields, and their problems', () => {
  for (const name of ['Form', 'PlainForm']) {
    expect(usedIn(`import { ${name} } from '@site/shared/form/${name}.tsx';`)).toEqual([
      'form.*',
      'fields.*',
      'problems.*',
    ]);
  }
});

test('finds both keys of a choice', () => {
  expect(usedIn("t(stopped ? 'stayed' : (left > 0 ? 'opens' : 'open'))")).toEqual(['stayed', 'opens', 'open']);
});

test('replaces the computed parts of a key by *', () => {
  const used = usedIn('t(`plans.${id}.name`); head((translate) => translate(`${any}.title`));');
  expect(used).toEqual(['plans.*.name', '*.title']);
  expect(isUsed('plans.starter.name', used)).toBe(true);
  expect(isUsed('plans.starter.price', used)).toBe(false);
  expect([...sectionsOf(used)]).toEqual(['plans']);
});

test('counts the forms of a plural as one text', () => {
  expect(isUsed('redirect.opensIn_one', ['redirect.opensIn'])).toBe(true);
  expect(isUsed('redirect.opensIn_soon', ['redirect.opensIn'])).toBe(false);
});

test('ignores calls of other functions', () => {
  expect(usedIn("test('list.title'); request('list.title'); t(key);")).toEqual([]);
});

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

test('finds a section that the page lists and no component shows', () => {
  expect(
    problemsOf("import './ListPage.tsx'; definePage({ strings: strings(['list', 'video', 'redirect']) });"),
  ).toEqual(['remotes/blog/src/pages/list/page.ts: lists "redirect", but shows nothing of it']);
});

const textsIn = (code: string) => [...parse(new Map([['a.tsx', code]])).values()].flatMap(literalTexts);

test.each([
  '<img alt="A house" src={url} />',
  "<button aria-label={'A house'}>x</button>",
  '<PageHeader title="A house" />',
  "<p>{'A house'}</p>",
  "<>{'A house'}</>",
])('finds the text of %s', (code) => {
  expect(textsIn(code)).toEqual(['A house']);
});

test.each([
  'send(`<h1>A house</h1><p>${text}</p>`)',
  'send(`<p>A house ${number}</p>`)',
  "send('<title>A house</title>')",
])('finds the text of the HTML in %s', (code) => {
  expect(textsIn(code)).toEqual(['A house']);
});

test.each(['send(`<h1>${title} | ${place}</h1><style>a b{}</style>`)', "throw new Error('a <b> is missing')"])(
  'finds no text in the HTML of %s',
  (code) => {
    expect(textsIn(code)).toEqual([]);
  },
);

test.each(['<img alt="" />', "<p title={t('list.title')}>{' '}</p>", '<button type="button" id="send" />'])(
  'finds no text in %s',
  (code) => {
    expect(textsIn(code)).toEqual([]);
  },
);
