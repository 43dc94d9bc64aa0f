import { expect, test } from '@rstest/core';
import { fallbackLanguage, type Language } from '@site/shared/i18n/languages.ts';
import { formatDuration, formatShare, textsIn } from './texts.ts';

test('a language without a catalogue shows the words of the fallback language, and says so', () => {
  const missing = textsIn('xx' as Language);
  expect(missing).toEqual(textsIn(fallbackLanguage));
  expect([missing.code, missing.language]).toEqual([fallbackLanguage, fallbackLanguage]);
});

test('a share that isn’t whole never looks so', () => {
  expect(formatShare(0.999_999, 'en')).toBe('99.99%');
  expect(formatShare(1, 'fr')).toMatch(/^100\s%$/);
});

test('a duration has hours and minutes, at least one', () => {
  expect(formatDuration(0, 'en')).toBe('1 min');
  expect(formatDuration(7_500, 'en')).toBe('2 hrs\u00a05 mins');
  expect(formatDuration(7_200, 'es')).toBe('2 h');
});
