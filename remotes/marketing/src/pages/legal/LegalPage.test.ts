import { expect, test } from '@rstest/core';
import { formatEuros } from './LegalPage.tsx';

test('writes an amount as each language does', () => {
  expect(formatEuros(3000, 'en')).toBe('€3,000');
  expect(formatEuros(3000, 'fr')).toBe('3\u202f000\u00a0€');
  expect(formatEuros(3000, 'es')).toBe('3.000\u00a0€');
});
