import { expect, test } from '@rstest/core';
import { legal, samplesIn } from '@site/shared/legal.ts';
import { screen } from '@testing-library/react';
import { renderInSite } from '../../testing/renderInSite.ts';
import { formatEuros, LegalPage } from './LegalPage.tsx';

test('writes an amount as each language does', () => {
  expect(formatEuros(3000, 'en')).toBe('€3,000');
  expect(formatEuros(3000, 'fr')).toBe('3\u202f000\u00a0€');
  expect(formatEuros(3000, 'es')).toBe('3000\u00a0€');
  expect(formatEuros(30_000, 'es')).toBe('30\u00a0000\u00a0€');
});

test('what the owner has not filled in is marked as a placeholder', () => {
  renderInSite(<LegalPage />, 'en');
  const marked = screen
    .getAllByText('placeholder')
    .map((mark) => mark.closest('div')?.querySelector('dt')?.textContent);
  expect(samplesIn(legal)).not.toHaveLength(0);
  expect(marked).toContain('Company name and tax id');
  expect(marked).not.toContain('Share capital');
});

test('French addresses are marked as French on other pages, and their country is in the language of the page', () => {
  const { container, unmount } = renderInSite(<LegalPage />, 'es');
  const office = [...container.querySelectorAll('[lang="fr"]')].find(({ textContent }) => /62400/.test(textContent));
  expect(office?.nextSibling?.textContent).toBe('Francia');
  unmount();
  expect(renderInSite(<LegalPage />, 'fr').container.querySelector('[lang]')).toBeNull();
});
