import { expect, test } from '@rstest/core';
import { type Language, languages } from '@site/shared';
import { undivided } from '@site/shared/plainText.ts';
import { screen, within } from '@testing-library/react';
import { renderInSite } from '../../testing/renderInSite.ts';
import { ServicesPage } from './ServicesPage.tsx';

const contactPaths: Record<Language, string> = { en: '/en/contact', fr: '/fr/contact', es: '/es/contacto' };

/** The titles of a section's items, and of the invitation that fills a free cell. */
function itemsOf(section: HTMLElement): string[] {
  return within(section)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => undivided(textContent));
}

test('the three sections list their items', () => {
  const { container } = renderInSite(<ServicesPage />, 'en');
  const sections = [...container.querySelectorAll<HTMLElement>('section[id]')];
  expect(sections.map(({ id }) => id)).toEqual(['hosting', 'web', 'email']);
  expect(sections.map(itemsOf)).toEqual([
    ['Lower cost', 'Performance', 'Code', 'Data', 'Maintenance', 'Changing hosts? We handle the move.'],
    ['Features', 'API', 'AI', 'Website', 'Data lake', 'Coding'],
    ['Performance', 'Visibility', 'Revenue', 'Audience', 'Tailor-made', 'Landing in spam? Show us one message.'],
  ]);
});

test.each(languages)('each of the three cards links to its section in %s', (language) => {
  const { container } = renderInSite(<ServicesPage />, language);
  const cards = screen.getAllByRole('article');
  expect(cards).toHaveLength(3);
  for (const card of cards) {
    const target = within(card).getByRole('link').getAttribute('href') ?? '';
    expect(container.querySelector(target)?.tagName).toBe('SECTION');
  }
});

test.each([
  ['en', 'See the details of Hosting'],
  ['fr', 'Voir le détail du service Hébergement'],
  ['es', 'Ver los detalles del servicio Alojamiento'],
] as const)('the link of a card reads as a phrase in %s', (language, name) => {
  renderInSite(<ServicesPage />, language);
  expect(screen.getByRole('link', { name })).toBeDefined();
});

test.each(languages)('every section links to the contact page in %s', (language) => {
  const { container } = renderInSite(<ServicesPage />, language);
  for (const section of container.querySelectorAll('section[id]')) {
    expect(section.querySelector(`a[href="${contactPaths[language]}"]`)).not.toBeNull();
  }
});
