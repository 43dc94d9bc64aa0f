import { expect, test } from '@rstest/core';
import type { Language } from '@site/shared';
import { screen, within } from '@testing-library/react';
import { renderInSite } from '../../testing/renderInSite.ts';
import { PricingPage } from './PricingPage.tsx';

const plans = ['Starter', 'Company', 'Enterprise'];

const expected: Record<Language, { prices: string[]; updates: string[]; contact: string }> = {
  en: {
    prices: ['$29 / month', '$99 / month', '$499 / month'],
    updates: ['Free updates for 6 months', 'Free updates for 12 months', 'Free updates for 24 months'],
    contact: '/en/contact',
  },
  fr: {
    prices: ['29\u00a0€ /\u00a0mois', '99\u00a0€ /\u00a0mois', '499\u00a0€ /\u00a0mois'],
    updates: [6, 12, 24].map((months) => `Mises à jour gratuites pendant ${months}\u00a0mois`),
    contact: '/fr/contact',
  },
  es: {
    prices: ['29\u00a0€ todos los\u00a0meses', '99\u00a0€ todos los\u00a0meses', '499\u00a0€ todos los\u00a0meses'],
    updates: [6, 12, 24].map((months) => `Actualizaciones gratis durante ${months}\u00a0meses`),
    contact: '/es/contacto',
  },
};

const languages = Object.keys(expected) as Language[];

/** The cards, in order. */
function showCards(language: Language): HTMLElement[] {
  renderInSite(<PricingPage />, language);
  return screen.getAllByRole('article');
}

test.each(languages)('each plan shows its price with symbol and period in %s', (language) => {
  const cards = showCards(language);
  expect(cards.map((card) => within(card).getByRole('heading', { level: 2 }).textContent)).toEqual(plans);
  for (const [index, card] of cards.entries()) expect(card.textContent).toContain(expected[language].prices[index]);
});

test.each(languages)('each plan has four services, the free updates last, in %s', (language) => {
  const lastServices = showCards(language).map((card) => {
    const services = within(card).getAllByRole('listitem');
    expect(services).toHaveLength(4);
    return services.at(-1)?.textContent;
  });
  expect(lastServices).toEqual(expected[language].updates);
});

test.each(languages)('every card leads to a message about its plan in %s', (language) => {
  for (const [index, card] of showCards(language).entries()) {
    const plan = ['starter', 'company', 'enterprise'][index];
    expect(within(card).getByRole('link').getAttribute('href')).toBe(`${expected[language].contact}?plan=${plan}`);
  }
});

test.each([
  ['en', 'is quoted separately', 'Minimum term: 12\u00a0months. Notice: 30\u00a0days.'],
  ['fr', 'fait l’objet d’un devis', 'Durée minimale\u00a0: 12\u00a0mois. Préavis\u00a0: 30\u00a0jours.'],
  ['es', 'se presupuesta aparte', 'Permanencia mínima: 12\u00a0meses. Preaviso: 30\u00a0días.'],
] as const)(
  'in %s the page says what a price doesn’t buy, and terms that the owner must confirm',
  (language, quoted, terms) => {
    const { container } = renderInSite(<PricingPage />, language);
    const notes = [...container.querySelectorAll('p')];
    expect(notes.some(({ textContent }) => textContent?.includes(quoted))).toBe(true);
    const contract = notes.find(({ textContent }) => textContent?.includes(terms));
    expect(contract?.querySelector('span')?.textContent, 'marked as to be completed').toBeTruthy();
  },
);

test('the second plan is marked as our pick', () => {
  const picked = showCards('en').map((card) => within(card).queryByText('Our pick') !== null);
  expect(picked).toEqual([false, true, false]);
});
