import { expect, test } from '@rstest/core';
import { parseSync } from 'oxc-parser';
import { namesIn } from './namedLanguages.ts';

const found = (code: string) => namesIn(parseSync('file.ts', code)).map(({ code: name }) => name);

test.each([
  ["const language = 'fr';", ['fr']],
  ['const names = { en: 1, es: 2 };', ['en', 'es']],
  ['const names = { "fr": 1 };', ['fr']],
  ['type Names = { fr: string };', ['fr']],
  ['texts.en.title', ['en']],
  ["texts['en'].title", ['en']],
  ['const text = `fr`;', ['fr']],
])('%s names a language', (code, expected) => {
  expect(found(code)).toEqual(expected);
});

test.each([
  "names.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));",
  "const text = 'such as fr:evenements';",
  'const pages = { engine: 1 };',
  '// In French (fr) too.',
  'const { en } = texts;',
])('%s names none', (code) => {
  expect(found(code)).toEqual([]);
});
