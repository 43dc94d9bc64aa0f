import { expect, test } from '@rstest/core';
import { type CatalogueTexts, languageDifferences, parseMessages } from './messages.ts';

const read = (json: string) => parseMessages('remotes/blog/locales/fr.json', json);

test('the key of a text is its full path', () => {
  expect(read('{ "list": { "title": "Actualités" }, "empty": "Rien" }')).toEqual(
    new Map([
      ['list.title', 'Actualités'],
      ['empty', 'Rien'],
    ]),
  );
});

test.each([
  ['a trailing comma', '{\n  "list": {\n    "title": "Actualités",\n  }\n}', ':3: a comma must not stand'],
  ['a comma that is missing', '{\n  "a": "un"\n  "b": "deux"\n}', ':3: this is not JSON (comma expected)'],
  ['a word without quotes', '{\n  "a": "un",\n  "b": deux\n}', ':3: this is not JSON (invalid symbol)'],
  ['a text that does not end', '{\n  "a": "un\n}', ':2: this is not JSON (unexpected end of string)'],
  ['an end that is missing', '{\n  "a": "un"\n', ':3: this is not JSON (close brace expected)'],
  ['a comment', '{\n  // deux\n  "a": "un"\n}', ':2: this is not JSON (invalid comment token)'],
  ['a byte order mark', '\uFEFF{ "a": "un" }', ':1: it begins with a byte order mark'],
  ['an empty file', '', ':1: this is not JSON (value expected)'],
])('for %s, it names file and line', (_, json, problem) => {
  expect(read(json)).toContain(`remotes/blog/locales/fr.json${problem}`);
});

test('for a value that isn’t a text, it names the key', () => {
  expect(read('{"list": {"items": ["a", "b"]}}')).toContain('remotes/blog/locales/fr.json: "list.items"');
});

const parsed = (texts: object) => parseMessages('texts.json', JSON.stringify(texts)) as CatalogueTexts;

const compared = (en: object, fr: object, es: object) =>
  languageDifferences({
    en: parsed(en),
    fr: parsed(fr),
    es: parsed(es),
  });

test('finds nothing when keys and placeholders are the same', () => {
  const catalogue = { list: { title: 'News of {{city}} by {{product}}', empty: 'None' } };
  const inAnotherOrder = { list: { empty: 'Aucune', title: '{{product}} : {{city}}' } };
  expect(compared(catalogue, inAnotherOrder, catalogue)).toEqual([]);
});

test('finds missing keys and empty texts', () => {
  const problems = compared({ list: { title: 'News' } }, { list: { title: ' ' } }, { list: { titel: 'x' } });
  expect(problems).toEqual(['"list.title" has no text in fr, es', '"list.titel" has no text in en, fr']);
});

test('finds different placeholders', () => {
  expect(compared({ a: 'for {{name}}' }, { a: 'pour {{nom}}' }, { a: 'para {{name}}' })).toEqual([
    '"a" has different {{values}}: {{name}} / {{nom}}',
  ]);
});

test('compares only the plural forms that a language has, and lets those of one number write it as a word', () => {
  const english = { left_one: 'One minute', left_other: '{{count}} minutes' };
  const french = { left_one: '{{count}} minute', left_other: '{{count}} minutes', left_many: '{{count}} de minutes' };
  expect(compared(english, french, french)).toEqual([]);
  expect(compared(english, french, { left_one: 'Un minuto' })).toEqual(['"left_other" has no text in es']);
});

test('asks nothing of a language that needs no such key', () => {
  const languages = (fr: object) => ({ en: parsed({}), fr: parsed(fr), es: parsed({}) });
  const onlyFrench = (_: string, language: string) => language === 'fr';
  expect(languageDifferences(languages({ sales: { title: 'Soldes de {{year}}' } }), onlyFrench)).toEqual([]);
  expect(languageDifferences(languages({ sales: { title: '' } }), onlyFrench)).toEqual([
    '"sales.title" has no text in fr',
  ]);
});
