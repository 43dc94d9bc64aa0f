import { expect, test } from '@rstest/core';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Language } from '../../i18n/languages.ts';
import { siteRenderer } from '../../testing/renderInSite.tsx';
import { PageLink } from './PageLink.tsx';

const shell = { common: { opensInNewTab: 'opens in a new tab' } };
const renderInSite = siteRenderer({ namespace: 'shell', catalogues: { en: shell, fr: shell, es: shell } });

function renderIn(language: Language, link: ReactNode) {
  renderInSite(link, language);
  return screen.getByRole('link');
}

test('a page is linked in the active language', () => {
  const link = renderIn('fr', <PageLink page="pricing">Prix</PageLink>);
  expect(link.getAttribute('href')).toBe('/fr/prix');
});

test('parameters and hash become part of the address', () => {
  const link = renderIn('en', <PageLink page="article" params={{ slug: 'a b' }} hash="end" children="Read" />);
  expect(link.getAttribute('href')).toBe('/en/blog/a%20b#end');
});

test('an address stays as it is', () => {
  const link = renderIn('es', <PageLink href="#hosting">Hosting</PageLink>);
  expect(link.getAttribute('href')).toBe('#hosting');
  expect(link.hasAttribute('target')).toBe(false);
});

test('a new tab is told to assistive technology and gets no handle on this page', () => {
  const link = renderIn(
    'en',
    <PageLink href="https://elsewhere.example" newTab>
      Elsewhere
    </PageLink>,
  );
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  expect(link.textContent).toBe('Elsewhere opens in a new tab');
});
