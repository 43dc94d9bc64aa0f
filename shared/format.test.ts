import { expect, test } from '@rstest/core';
import { formatDate } from './format.ts';

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
