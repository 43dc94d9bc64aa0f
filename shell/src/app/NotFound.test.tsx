import { expect, test } from '@rstest/core';
import { type Language, languages } from '@site/shared';
import { specifiedRoutesIn } from '@site/shared/testing/routes.ts';
import { screen } from '@testing-library/react';
import { SiteRoutes } from '../layout/siteRoutes.ts';
import { catalogues, renderInSite } from '../layout/testing/renderInSite.tsx';
import { NotFound } from './NotFound.tsx';

/** As in the document of a 404 page, which has the titles of all pages. */
const titles: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { services: 'Web hosting, web development and e-mail' },
  fr: { pricing: 'Tarifs d’hébergement et de site web' },
  es: { pricing: 'Precios de alojamiento y web' },
};

const show = (path: string, language: Language) =>
  renderInSite(
    <SiteRoutes value={{ ...specifiedRoutesIn(language), titles: titles[language] }}>
      <NotFound request={{ url: path, language }} />
    </SiteRoutes>,
    language,
  );

test.each([...languages])('in %s it says that the page is missing and links to the home page', (language) => {
  const { title, subtitle, home } = catalogues[language].notFound;
  show(`/${language}/nowhere`, language);
  expect(screen.getByRole('img', { name: '404' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(screen.getByText(subtitle)).toBeTruthy();
  expect(screen.getByRole('link', { name: home }).getAttribute('href')).toBe('/');
});

test('in English it has the texts of the specification', () => {
  show('/en/nowhere', 'en');
  expect(screen.getByText('Page not found')).toBeTruthy();
  expect(screen.getByText('Sorry, the page you are looking for could not be found')).toBeTruthy();
});

test.each([
  {
    path: '/en/servicios',
    language: 'en',
    sentence: 'Did you mean “Web hosting, web development and e-mail”?',
    href: '/en/services',
  },
  {
    path: '/fr/pricing',
    language: 'fr',
    sentence: 'Cherchiez-vous «\u00a0Tarifs d’hébergement et de site web\u00a0»\u202f?',
    href: '/fr/prix',
  },
  { path: '/es/prix', language: 'es', sentence: '¿Buscabas «Precios de alojamiento y web»?', href: '/es/precios' },
] as const)('a visitor of $path is asked: $sentence', ({ path, language, sentence, href }) => {
  show(path, language);
  const [link] = screen.getAllByRole('link');
  expect(link?.getAttribute('href')).toBe(href);
  expect(link?.parentElement?.textContent).toBe(sentence);
});

test('without a similar page it suggests nothing', () => {
  show('/en/nowhere', 'en');
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

test('on a site without a home page it has no button that would lead back to it', () => {
  const { pages, ...routes } = specifiedRoutesIn('en');
  const { home: _, ...own } = pages;
  renderInSite(
    <SiteRoutes value={{ ...routes, pages: own }}>
      <NotFound request={{ url: '/en', language: 'en' }} />
    </SiteRoutes>,
    'en',
  );
  expect(screen.queryAllByRole('link')).toEqual([]);
});
