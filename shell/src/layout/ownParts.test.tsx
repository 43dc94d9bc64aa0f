import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { type Language, PageLink, pathOf } from '@site/shared';
import type { FooterProps, HeaderProps } from '@site/shared/contract/siteParts.ts';
import { specifiedRoutesIn } from '@site/shared/testing/routes.ts';
import { RouterLink } from '@site/shared/ui/links/PageLink.tsx';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { languageNoteId } from './LanguageNote.tsx';
import { Layout } from './Layout.tsx';
import { SiteRoutes } from './siteRoutes.ts';
import { catalogues, renderInSite } from './testing/renderInSite.tsx';

function Header({ menu, contact, languages, children }: HeaderProps) {
  return (
    <header>
      {[...menu, ...(contact ? [contact] : [])].map(({ text, target, current }) => (
        <PageLink key={text} {...target} aria-current={current}>
          {text}
        </PageLink>
      ))}
      {languages.map(({ name, link }) => (
        <RouterLink key={name} {...link}>
          {name}
        </RouterLink>
      ))}
      {children}
    </header>
  );
}

function Footer({ legal, company }: FooterProps) {
  return (
    <footer>
      {[...legal, ...company].map(({ text, target }) => (
        <PageLink key={text} {...target}>
          {text}
        </PageLink>
      ))}
    </footer>
  );
}

rs.mock('@site/company/parts.ts', () => ({ Header, Footer, Horizon: undefined, NotFoundZero: undefined }));

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

const showPage = (language: Language = 'en') =>
  renderInSite(
    <Layout page="pricing" closing="strip" language={language}>
      <h1>Text</h1>
    </Layout>,
    language,
  );

const addressOf = (link: HTMLElement) => link.getAttribute('href');

test('a site’s own header has the pages of the menu, marks the current one, and stands before the content', async () => {
  showPage('fr');
  const header = within(screen.getByRole('banner'));
  for (const { page, label } of specifiedRoutesIn('fr').menu) {
    const link = header.getByRole('link', { name: label });
    expect(addressOf(link)).toBe(pathOf(page, 'fr'));
    expect(link.getAttribute('aria-current')).toBe(page === 'pricing' ? 'page' : null);
  }
  expect(addressOf(header.getByRole('link', { name: catalogues.fr.navigation.contact }))).toBe(pathOf('contact', 'fr'));
  expect(document.querySelectorAll('header')).toHaveLength(1);
});

test('its language links store the choice', async () => {
  showPage();
  const link = screen.getByRole('link', { name: 'Français' });
  expect(addressOf(link)).toBe('/fr');
  expect(screen.getByRole('link', { name: 'English' }).getAttribute('aria-current')).toBe('true');
  await userEvent.click(link);
  expect(localStorage.getItem('lang')).toBe('fr');
});

test('on a page that isn’t in a language, its link leads to the nearest one, and the note describes it', () => {
  const routes = specifiedRoutesIn('en');
  const { pricing } = routes.pages;
  if (!pricing) throw new Error('The specification has a page “pricing”.');
  const onlyEnglish = { ...pricing, paths: { ...pricing.paths, fr: '?:' } };
  renderInSite(
    <SiteRoutes value={{ ...routes, pages: { ...routes.pages, pricing: onlyEnglish } }}>
      <Layout page="pricing" closing="strip" language="en">
        <h1>Text</h1>
      </Layout>
    </SiteRoutes>,
  );
  const link = screen.getByRole('link', { name: 'Français' });
  expect(addressOf(link)).toBe('/fr');
  expect(link.getAttribute('aria-describedby')).toBe(languageNoteId);
});

test('the keyboard first skips the header, and the way to the top leads before it', () => {
  showPage();
  const stops = [...document.querySelectorAll('a')];
  expect(stops[0]?.getAttribute('href')).toBe('#main');
  expect(document.getElementById('main')?.textContent).toBe('Text');
  const top = document.getElementById('top');
  expect(top?.tabIndex).toBe(-1);
  expect(top?.nextElementSibling?.tagName).toBe('HEADER');
});

test('the page knows nothing of the header’s height: it begins below', () => {
  showPage();
  expect(screen.getByRole('main').parentElement?.className).toContain('belowHeader');
});

test('a site’s own footer has the links of both columns', () => {
  showPage();
  const footer = within(screen.getByRole('contentinfo'));
  for (const page of ['privacy', 'legal', 'team'] as const)
    expect(footer.getAllByRole('link').map(addressOf)).toContain(pathOf(page, 'en'));
});
