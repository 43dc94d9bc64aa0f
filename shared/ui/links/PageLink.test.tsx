import { expect, test } from '@rstest/core';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Language } from '../../i18n/languages.ts';
import { pathOf } from '../../routes/path.ts';
import { siteRenderer } from '../../testing/renderInSite.tsx';
import { directionOf, PageLink } from './PageLink.tsx';

const renderInSite = siteRenderer({ namespace: 'page', catalogues: { en: {}, fr: {}, es: {} } });

function renderIn(language: Language, link: ReactNode) {
  renderInSite(link, language);
  return screen.getByRole('link');
}

test('a link to a page uses the active language', () => {
  const link = renderIn('fr', <PageLink page="pricing">Prix</PageLink>);
  expect(link.getAttribute('href')).toBe('/fr/prix');
});

test('parameters and hash become part of the address', () => {
  const link = renderIn('en', <PageLink page="article" params={{ slug: 'a b' }} hash="end" children="Read" />);
  expect(link.getAttribute('href')).toBe('/en/blog/a%20b#end');
});

test('a link that lacks a parameter of its page, or has one too many, doesn’t compile', () => {
  const links = (
    <>
      {/* @ts-expect-error the parameter is missing */}
      <PageLink page="article">Read</PageLink>
      {/* @ts-expect-error it has another name */}
      <PageLink page="article" params={{ id: '1' }} children="Read" />
      {/* @ts-expect-error the page has none */}
      <PageLink page="pricing" params={{ slug: 'a' }} children="Read" />
    </>
  );
  expect(links).toBeDefined();
  // @ts-expect-error the parameter is missing
  expect(() => pathOf('article', 'en')).toThrow('needs the parameter "slug"');
});

test('an address is not changed', () => {
  const link = renderIn('es', <PageLink href="#hosting">Hosting</PageLink>);
  expect(link.getAttribute('href')).toBe('#hosting');
  expect(link.hasAttribute('target')).toBe(false);
});

test('an address of a page opens in place, one of a file doesn’t', () => {
  const isInPlace = (href: string) => !fireEvent.click(renderIn('en', <PageLink href={href} children={href} />));
  expect(isInPlace('/en/pricing?plan=starter#faq')).toBe(true);
  cleanup();
  expect(isInPlace('/en/atom.xml')).toBe(false);
});

test('a link to a new tab is announced by screen readers, and the tab has no access to this page', () => {
  const link = renderIn(
    'en',
    <PageLink href="https://elsewhere.example" newTab>
      Elsewhere
    </PageLink>,
  );
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  expect(link.textContent).toBe('Elsewhere (opens in a new tab)');
});

test('the direction of a link depends on its target', () => {
  expect(directionOf({ page: 'blog' })).toBe('on');
  expect(directionOf({ href: '/' })).toBe('on');
  expect(directionOf({ href: '#hosting' })).toBe('down');
  expect(directionOf({ href: 'https://elsewhere.example' })).toBe('away');
  expect(directionOf({ page: 'article', params: { slug: 'x' }, newTab: true })).toBe('away');
});
