import { expect, test } from '@rstest/core';
import { differences } from './sameInEveryLanguage.ts';
import { textsOf } from './texts.ts';

const compared = (en: object, fr: object, es: object) =>
  differences({
    en: textsOf('en.json', JSON.stringify(en)),
    fr: textsOf('fr.json', JSON.stringify(fr)),
    es: textsOf('es.json', JSON.stringify(es)),
  });

test('finds nothing when keys and values agree', () => {
  const catalogue = { list: { title: 'News of {{city}} by {{product}}', empty: 'None' } };
  const inAnotherOrder = { list: { empty: 'Aucune', title: '{{product}} : {{city}}' } };
  expect(compared(catalogue, inAnotherOrder, catalogue)).toEqual([]);
});

test('finds keys that a language lacks, and empty texts', () => {
  const problems = compared({ list: { title: 'News' } }, { list: { title: ' ' } }, { list: { titel: 'x' } });
  expect(problems).toEqual(['"list.title" has no text in fr, es', '"list.titel" has no text in en, fr']);
});

test('finds values that a language lacks', () => {
  expect(compared({ a: 'for {{name}}' }, { a: 'pour {{nom}}' }, { a: 'para {{name}}' })).toEqual([
    '"a" has different {{values}}: {{name}} / {{nom}}',
  ]);
});
