import { expect, test } from '@rstest/core';
import { legal } from '@site/company/legal.ts';
import { samplesIn } from '@site/shared/facts.ts';
import { screen } from '@testing-library/react';
import { renderInSite } from '../../testing/renderInSite.ts';
import { LegalPage } from './LegalPage.tsx';

test('facts that the owner has not filled in are marked', () => {
  renderInSite(<LegalPage />, 'en');
  const marked = screen
    .getAllByText('to be completed')
    .map((mark) => mark.closest('div')?.querySelector('dt')?.textContent);
  expect(samplesIn(legal)).not.toHaveLength(0);
  expect(marked).toContain('Company name and tax ID');
  expect(marked).not.toContain('Share capital');
});

test('French addresses are marked as French on other pages, and their country is in the language of the page', () => {
  const { container, unmount } = renderInSite(<LegalPage />, 'es');
  const office = [...container.querySelectorAll('[lang="fr"]')].find(({ textContent }) => /62400/.test(textContent));
  expect(office?.nextSibling?.textContent).toBe('Francia');
  unmount();
  expect(renderInSite(<LegalPage />, 'fr').container.querySelector('[lang]')).toBeNull();
});
