import { expect, test } from '@rstest/core';
import { formatDate } from './format.ts';

test('a date is written year first', () => {
  expect(formatDate('2026-03-08')).toBe('2026-03-08');
});

test('a time is taken in UTC, wherever the reader is', () => {
  expect(formatDate('2026-03-08T23:30:00-05:00')).toBe('2026-03-09');
});

test('a pattern puts the parts in another order', () => {
  expect(formatDate('2026-03-08', 'DD/MM/YYYY')).toBe('08/03/2026');
});

test('what is no date gives nothing', () => {
  expect(formatDate('soon')).toBe('');
  expect(formatDate('')).toBe('');
});
