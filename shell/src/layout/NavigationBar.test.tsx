import { afterEach, describe, expect, test } from '@rstest/core';
import { brand, type Language, languageNames, languages, pathOf } from '@site/shared';
import { specifiedRoutesIn } from '@site/shared/testing/routes.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { LayoutPage } from './missingLanguages.ts';
import { NavigationBar } from './NavigationBar.tsx';
import { SiteRoutes } from './siteRoutes.ts';
import { catalogues, renderInSite } from './testing/renderInSite.tsx';

afterEach(() => {
  localStorage.clear();
});

function renderBar(page: LayoutPage = 'home', language: Language = 'en') {
  renderInSite(<NavigationBar page={page} language={language} />, language);
  const [bar, menu] = screen.getAllByRole('navigation', { hidden: true });
  if (!bar || !menu) throw new Error('The bar and the menu each have a navigation.');
  return { bar: within(bar), menu: within(menu) };
}

const addressOf = (link: HTMLElement) => link.getAttribute('href');

describe.each([...languages])('in %s', (language) => {
  const { navigation } = catalogues[language];

  test('bar and menu link to the pages of that language', () => {
    for (const part of Object.values(renderBar('home', language))) {
      for (const { page, label } of specifiedRoutesIn(language).menu) {
        const link = part.getByRole('link', { name: label, hidden: true });
        expect(addressOf(link)).toBe(pathOf(page, language));
      }
    }
  });

  test('the logo links to the root, and the contact buttons to the contact page', () => {
    renderBar('home', language);
    expect(addressOf(screen.getByRole('link', { name: new RegExp(brand.product) }))).toBe('/');
    const contacts = screen.getAllByRole('link', { name: navigation.contact, hidden: true });
    expect(contacts.map(addressOf)).toEqual([pathOf('contact', language), pathOf('contact', language)]);
  });

  test('language buttons have the full name of their language, and mark the active one', () => {
    const { bar } = renderBar('home', language);
    for (const code of languages) {
      const link = bar.getByRole('link', { name: languageNames[code] });
      expect(addressOf(link)).toBe(`/${code}`);
      expect(link.getAttribute('hreflang')).toBe(code);
      expect(link.getAttribute('lang')).toBe(code);
      expect(link.getAttribute('aria-current')).toBe(code === language ? 'true' : null);
    }
  });
});

test('a language button stores its language', async () => {
  const { bar } = renderBar();
  await userEvent.click(bar.getByRole('link', { name: 'Français' }));
  expect(localStorage.getItem('lang')).toBe('fr');
});

test.each<[LayoutPage, string | undefined, string | null]>([
  ['pricing', 'pricing', 'page'],
  ['blog', 'blog', 'page'],
  ['article', 'blog', 'true'],
  ['not-found', undefined, null],
])('on %s the current link is %s', (page, name, current) => {
  const { bar } = renderBar(page);
  const marked = specifiedRoutesIn('en')
    .menu.map(({ label }) => bar.getByRole('link', { name: label }))
    .filter((link) => link.hasAttribute('aria-current'));
  expect(marked.map((link) => link.textContent)).toEqual(name ? [name] : []);
  expect(marked[0]?.getAttribute('aria-current') ?? null).toBe(current);
});

test('a site without a contact page has no button to it, in the bar and in the menu', () => {
  const { pages, ...routes } = specifiedRoutesIn('en');
  const { contact: _, ...others } = pages;
  renderInSite(
    <SiteRoutes value={{ ...routes, pages: others }}>
      <NavigationBar page="home" language="en" />
    </SiteRoutes>,
    'en',
  );
  expect(screen.queryByText(catalogues.en.navigation.contact)).toBeNull();
});
