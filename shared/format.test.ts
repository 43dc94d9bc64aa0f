import { expect, test } from '@rstest/core';
import { formatDate, formatLongDate } from './format.ts';

test('a date is written year first', () => {
  expect(formatDate('2026-03-08')).toBe('2026-03-08');
});

test('a time is converted to UTC, whatever the reader’s time zone', () => {
  expect(formatDate('2026-03-08T23:30:00-05:00')).toBe('2026-03-09');
});

test('a pattern changes the order of the parts', () => {
  expect(formatDate('2026-03-08', 'DD/MM/YYYY')).toBe('08/03/2026');
});

test('an invalid date becomes an empty string', () => {
  expect(formatDate('soon')).toBe('');
  expect(formatDate('')).toBe('');
});

test('a date in a sentence follows its language', () => {
  expect(formatLongDate('2026-11-22', 'en')).toBe('22 November 2026');
  expect(formatLongDate('2026-01-01', 'fr')).toBe('1er janvier 2026');
  expect(formatLongDate('2026-11-22', 'fr')).toBe('22 novembre 2026');
  expect(formatLongDate('2026-11-22', 'es')).toBe('22 de noviembre de 2026');
  expect(formatLongDate('2026-11-22T08:05:09Z', 'fr', 'medium')).toContain('22 novembre 2026 à 08:05:09');
});
