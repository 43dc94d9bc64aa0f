import { expect, test } from '@rstest/core';
import { parse } from '../sources/parse.ts';
import { literalTexts } from './literalTexts.ts';

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

test.each(['<img alt="" />', "<p title={t('list.title')}>{' '}</p>", '<button type="button" id="send" />'])(
  'finds no text in %s',
  (code) => {
    expect(textsIn(code)).toEqual([]);
  },
);
