import { expect, test } from '@rstest/core';
import { CatalogueError, textsOf } from './texts.ts';

const read = (json: string) => textsOf('remotes/blog/locales/fr.json', json);

test('texts have their whole path as their key', () => {
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
  ['an empty file', '', ':1: this is not JSON (value expected)'],
])('of %s the file and the line are told', (_, json, problem) => {
  expect(() => read(json)).toThrow(CatalogueError);
  expect(() => read(json)).toThrow(`remotes/blog/locales/fr.json${problem}`);
});

test('of anything but texts the key is told', () => {
  expect(() => read('{"list": {"items": ["a", "b"]}}')).toThrow('remotes/blog/locales/fr.json: "list.items"');
});
