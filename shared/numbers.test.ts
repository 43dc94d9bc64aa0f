import { expect, test } from '@rstest/core';
import { formatEuros, formatNumber } from './numbers.ts';

test('numbers and amounts are written as each language does', () => {
  expect([formatNumber(10_000, 'en'), formatEuros(3000, 'en')]).toEqual(['10,000', '€3,000']);
  expect([formatNumber(10_000, 'fr'), formatEuros(3000, 'fr')]).toEqual(['10\u202f000', '3\u202f000\u00a0€']);
  expect([formatNumber(10_000, 'es'), formatEuros(3000, 'es')]).toEqual(['10\u00a0000', '3000\u00a0€']);
  expect([formatNumber(4, 'es'), formatEuros(30_000, 'es')]).toEqual(['4', '30\u00a0000\u00a0€']);
});
