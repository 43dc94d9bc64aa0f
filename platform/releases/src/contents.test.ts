import { expect, test } from '@rstest/core';
import { contentText, packagesFile, readPackages, readTexts, textLanguages, textsFile } from './contents.ts';
import { contentLimits } from './limits.ts';
import { isForEveryone } from './names.ts';

test('what a build writes of a release’s contents can be read again', () => {
  const texts = new Map([
    ['list.title', 'News'],
    ['list.lead', '{{count}} “articles”'],
  ]);
  expect(readTexts(contentText(texts) ?? '')).toEqual(texts);
  const packages = new Map([['@scope/large', { version: '1.0.0, 2.0.0', bytes: 14_200 }]]);
  expect(readPackages(contentText(packages) ?? '')).toEqual(packages);
});

test('only teams read what is in a release', () => {
  expect([textsFile('en'), packagesFile].filter(isForEveryone)).toEqual([]);
});

test('a release without texts has no languages, and names of other files are none', () => {
  const file = { integrity: 'sha256-x', size: 1 };
  const files = (...paths: readonly string[]) => ({ files: Object.fromEntries(paths.map((path) => [path, file])) });
  expect(textLanguages(files('web/remote.js', packagesFile))).toEqual([]);
  expect(
    textLanguages(files('maps/texts/en.json', 'maps/texts/pt-BR.json', 'maps/texts/a/b.json', 'texts/fr.json')),
  ).toEqual(['en', 'pt-BR']);
  const many = Array.from({ length: 500 }, (_, index) => `maps/texts/l${index}.json`);
  expect(textLanguages(files(...many))).toHaveLength(contentLimits.languages);
});

const many = (count: number) => new Map(Array.from({ length: count }, (_, index) => [`key${index}`, 'x']));

test.each([
  ['more texts than anyone compares', many(contentLimits.texts + 1)],
  ['a text without end', new Map([['a', 'x'.repeat(contentLimits.text + 1)]])],
  ['a key without end', new Map([['x'.repeat(contentLimits.key + 1), 'a']])],
  ['a file without end', new Map([...many(100).keys()].map((key) => [key, 'x'.repeat(contentLimits.text)]))],
])('a build leaves out %s', (_, texts) => {
  expect(contentText(texts)).toBeUndefined();
});

test.each([
  ['what is no JSON', '{'],
  ['a list', '["a"]'],
  ['texts within texts', '{"a":{"b":"c"}}'],
  ['an abyss', '['.repeat(100_000)],
  ['more texts than anyone compares', JSON.stringify(Object.fromEntries(many(contentLimits.texts + 1)))],
])('nobody reads %s', (_, json) => {
  expect(readTexts(json)).toBeUndefined();
  expect(readPackages(json)).toBeUndefined();
});
