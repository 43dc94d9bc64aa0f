import { expect, test } from '@rstest/core';
import { parse } from '../sources/parse.ts';
import { isUsed, sectionsOf, usedTexts } from './usedTexts.ts';

const usedIn = (code: string) => [...parse(new Map([['a.tsx', code]])).values()].flatMap(usedTexts);

test('finds the keys in calls of t', () => {
  expect(usedIn("const a = <p title={t('list.title')}>{t('list.text', { count: 1 })}</p>;")).toEqual([
    'list.title',
    'list.text',
  ]);
});

test('finds both keys of a choice', () => {
  expect(usedIn("t(stopped ? 'stayed' : (left > 0 ? 'opens' : 'open'))")).toEqual(['stayed', 'opens', 'open']);
});

test('leaves the computed parts of a key open', () => {
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

test('calls of other functions are none of its business', () => {
  expect(usedIn("test('list.title'); request('list.title'); t(key);")).toEqual([]);
});
