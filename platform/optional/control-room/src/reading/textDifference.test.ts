import { expect, test } from '@rstest/core';
import { roomLimits } from '../limits.ts';
import { type TextPart, textDifference } from './textDifference.ts';

/** Parts as one text, with what has changed in brackets. */
const shown = (parts: readonly TextPart[]): string =>
  parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');

const difference = (one: string, other: string) => {
  const { before, after } = textDifference(one, other);
  return [shown(before), shown(after)];
};

test.each([
  ['one word', 'We host your site.', 'We build your site.', 'We [host] your site.', 'We [build] your site.'],
  ['two words', 'a b c d e', 'a x c y e', 'a [b] c [d] e', 'a [x] c [y] e'],
  ['words beside each other', 'one two three', 'uno dos three', '[one two] three', '[uno dos] three'],
  ['a word more', 'Read more', 'Read much more', 'Read more', 'Read [much ]more'],
  ['a word less', 'Read much more', 'Read more', 'Read [much ]more', 'Read more'],
  ['nothing', 'Same.', 'Same.', 'Same.', 'Same.'],
  ['everything', 'Yes', 'No', '[Yes]', '[No]'],
  ['a text from nothing', '', 'New', '', '[New]'],
  [
    'words of a language without spaces',
    '今日は良い天気です',
    '今日は悪い天気です',
    '今日は[良い]天気です',
    '今日は[悪い]天気です',
  ],
  ['a word with a mark of its own', 'le café noir', 'le cafe\u0301 noir', 'le [café] noir', 'le [cafe\u0301] noir'],
])('marks %s', (_, before, after, was, is) => {
  expect(difference(before, after)).toEqual([was, is]);
});

test('what is the same far from a change is left out', () => {
  const [same, { around }] = ['word '.repeat(100), roomLimits.difference];
  const [before = '', after = ''] = difference(`${same}old ${same}`, `${same}new ${same}`);
  expect(before).toContain('[old]');
  expect(after).toContain('[new]');
  expect(after.length).toBeLessThan(2 * around + 20);
});

test('texts that a stranger makes as long and different as can be are compared up to a limit', () => {
  const words = (letter: string) => Array.from({ length: 50_000 }, (_, index) => `${letter}${index}`).join(' ');
  const { before, after } = textDifference(words('a'), words('b'));
  expect(shown(before)).toMatch(/^\[a0 a1 .+…$/);
  expect(shown(after).length).toBeLessThan(roomLimits.difference.characters + 5);
});

test('what differs far behind in a long text is shown', () => {
  const same = 'word '.repeat(roomLimits.difference.characters);
  expect(difference(`${same}old`, `${same}new`)).toEqual([
    expect.stringMatching(/^….*word \[old\]$/),
    expect.stringMatching(/^….*word \[new\]$/),
  ]);
});
