import { expect, test } from '@rstest/core';
import { absentPath, type LanguageRoutes } from '@site/shared/routes/table.ts';
import { specifiedRoutesIn } from '@site/shared/testing/routes.ts';
import { screen } from '@testing-library/react';
import { LanguageLinks } from './LanguageLinks.tsx';
import { LanguageNote } from './LanguageNote.tsx';
import type { LayoutPage } from './missingLanguages.ts';
import { SiteRoutes } from './siteRoutes.ts';
import { catalogues, renderInSite } from './testing/renderInSite.tsx';

/** The French table with a page below the services that is only in French. */
function tableWith(path: string): LanguageRoutes {
  const { pages, ...table } = specifiedRoutesIn('fr');
  const sales = {
    remote: 'marketing',
    module: './sales',
    closing: 'strip',
    paths: { en: absentPath, fr: path, es: absentPath },
  } as const;
  return { ...table, pages: { ...pages, sales } };
}

function renderOn(name: string, path = 'services/soldes') {
  const page = name as LayoutPage;
  renderInSite(
    <SiteRoutes value={tableWith(path)}>
      <LanguageLinks page={page} language="fr" look="bar" />
      <LanguageNote page={page} />
    </SiteRoutes>,
    'fr',
  );
  return screen.getAllByRole('link');
}

test('a page in one language says which; the buttons of the others say so too, and lead to the nearest page above', () => {
  const said = catalogues.fr.languageNote.available.replace('{{languages}}', 'Français');
  const [english, french, spanish] = renderOn('sales');
  expect(screen.getByText((_, element) => element?.tagName === 'P' && element.textContent === said)).toBeTruthy();
  expect(screen.getByText('Français', { selector: 'span' }).lang).toBe('fr');
  expect([english, french, spanish].map((link) => link?.getAttribute('href'))).toEqual([
    '/en/services',
    '/fr',
    '/es/servicios',
  ]);
  for (const link of [english, spanish]) {
    const note = document.getElementById(link?.getAttribute('aria-describedby') ?? '');
    expect(note?.textContent).toBe(said);
  }
  expect(french?.hasAttribute('aria-describedby')).toBe(false);
});

test('without a page above, the buttons lead to the home page', () => {
  const links = renderOn('sales', 'soldes/été');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/en', '/fr', '/es']);
});

test.each(['services', 'not-found'] as const)('%s is in every language: nothing is said', (page) => {
  const links = renderOn(page);
  expect(document.querySelector('p')).toBeNull();
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/en', '/fr', '/es']);
});
