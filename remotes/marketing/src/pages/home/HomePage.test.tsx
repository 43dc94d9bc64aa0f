import { expect, test } from '@rstest/core';
import { type Language, languages } from '@site/shared';
import { undivided } from '@site/shared/plainText.ts';
import { screen, within } from '@testing-library/react';
import { renderInSite } from '../../testing/renderInSite.ts';
import { HomePage } from './HomePage.tsx';
import { PartnerSign } from './Partners.tsx';

const taglines: Record<Language, string> = {
  en: 'make your web a better place',
  fr: 'faites de votre site un\u00a0bel endroit',
  es: 'haz de tu web un lugar mejor',
};

const claims: Record<Language, RegExp[]> = {
  en: [/over 20\s+years/i, /within\s+2\s+hours/i, /more than 100\s+thousand\s+users/i],
  fr: [/plus de 20\s+ans/i, /sous\s+2\s+heures/i, /plus de 100\s000\s+utilisateurs/i],
  es: [/más de 20\s+años/i, /menos de\s+2\s+horas/i, /más de 100\s000\s+usuarios/i],
};

const statistics: Record<Language, string[]> = {
  en: ['99.99% uptime', '100K+ users', '5+ countries'],
  fr: ['99,99\u00a0% de disponibilité', '100K+ utilisateurs', '5+ pays'],
  es: ['99,99\u00a0% de disponibilidad', '100K+ usuarios', '5+ países'],
};

const paths: Record<Language, { services: string; pricing: string }> = {
  en: { services: '/en/services', pricing: '/en/pricing' },
  fr: { services: '/fr/services', pricing: '/fr/prix' },
  es: { services: '/es/servicios', pricing: '/es/precios' },
};

test.each(languages)(
  'the tagline is the only first-level heading in %s, without the city on the plaque',
  (language) => {
    renderInSite(<HomePage />, language);
    expect(screen.getByRole('heading', { level: 1, name: taglines[language] })).toBeDefined();
  },
);

test.each(languages)('the tagline is followed by a link to the services in %s', (language) => {
  const { container } = renderInSite(<HomePage />, language);
  expect(container.querySelector('h1 + div a')?.getAttribute('href')).toBe(paths[language].services);
});

test.each(languages)('the page shows the three claims and the three statistics in %s', (language) => {
  const { container } = renderInSite(<HomePage />, language);
  const lines = [...container.querySelectorAll('li')].map((line) => line.textContent);
  for (const claim of claims[language]) expect(lines.some((line) => claim.test(line))).toBe(true);
  for (const statistic of statistics[language]) expect(lines).toContain(statistic);
});

test.each(languages)('each of the three plans links to the pricing page in %s', (language) => {
  const { container } = renderInSite(<HomePage />, language);
  expect(container.querySelectorAll(`a[href^="${paths[language].pricing}#"]`)).toHaveLength(3);
});

test('there are four questions, and the first answer is open', () => {
  const { container } = renderInSite(<HomePage />, 'en');
  const rows = [...container.querySelectorAll('details')];
  expect(rows.map((row) => undivided(row.querySelector('summary')?.textContent ?? ''))).toEqual([
    'Is your team multilingual?',
    'Do you build tailor-made solutions?',
    'Can you help with e-\u2060mail deliverability?',
    'Which programming languages do you use?',
  ]);
  expect(rows.map((row) => row.open)).toEqual([true, false, false, false]);
});

test('there are four reasons to move in', () => {
  renderInSite(<HomePage />, 'en');
  const reasons = screen.getByRole('region', { name: /four good reasons/i });
  expect(within(reasons).getAllByRole('heading', { level: 3 })).toHaveLength(4);
});

test.each([
  ['en', 'Sample testimonial', '98%'],
  ['fr', 'Exemple de témoignage', '98\u00a0%'],
  ['es', 'Testimonio de ejemplo', '98\u00a0%'],
] as const)('the testimonial in %s has a figure, and is labelled as a sample', (language, label, figure) => {
  renderInSite(<HomePage />, language);
  const testimonial = within(screen.getByRole('figure'));
  expect(testimonial.getByText(label)).toBeDefined();
  expect(testimonial.getByText(figure, { normalizer: (text) => text })).toBeDefined();
});

test('a partner is shown by its logo, which has the partner’s name, or by name alone', () => {
  renderInSite(
    <>
      <PartnerSign partner={{ name: 'Acme', logo: '/assets/acme.svg' }} />
      <PartnerSign partner="Globex" />
    </>,
  );
  expect(screen.getByRole('img', { name: 'Acme' }).getAttribute('src')).toBe('/assets/acme.svg');
  expect(screen.getByText('Globex')).toBeDefined();
});
