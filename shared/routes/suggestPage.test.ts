import { expect, test } from '@rstest/core';
import type { Language } from '../i18n/languages.ts';
import { specifiedRoutes } from '../testing/routes.ts';
import { pathOf } from './path.ts';
import { suggestPage } from './suggestPage.ts';
import type { PageRoute } from './table.ts';

/** The address of the suggested page. */
function suggested(path: string, language: Language): string | undefined {
  const page = suggestPage(specifiedRoutes, path, language);
  return page && pathOf(page, language);
}

test.each([
  { path: '/en/servicios', language: 'en', wanted: '/en/services', why: 'a Spanish slug' },
  { path: '/fr/pricing', language: 'fr', wanted: '/fr/prix', why: 'an English slug' },
  { path: '/es/politique-confidentialite', language: 'es', wanted: '/es/policia-privacidad', why: 'a French slug' },
  { path: '/en/Services', language: 'en', wanted: '/en/services', why: 'a capital' },
  { path: '/en/servicess', language: 'en', wanted: '/en/services', why: 'an extra letter' },
  { path: '/en/prcing', language: 'en', wanted: '/en/pricing', why: 'a missing letter' },
  { path: '/es/politica-privacidad', language: 'es', wanted: '/es/policia-privacidad', why: 'a better spelling' },
  { path: '/fr/%C3%A9quipe', language: 'fr', wanted: '/fr/equipe', why: 'an accent' },
  { path: '/FR/prix', language: 'en', wanted: '/en/pricing', why: 'a language in capitals' },
  { path: '/services', language: 'es', wanted: '/es/servicios', why: 'no language' },
  { path: '/en/pricing/company', language: 'en', wanted: '/en/pricing', why: 'an extra segment' },
  { path: '/en/blog/unknown', language: 'en', wanted: '/en/blog', why: 'an unknown article' },
] as const)('$path in $language suggests $wanted: $why', ({ path, language, wanted }) => {
  expect(suggested(path, language)).toBe(wanted);
});

test.each([
  '/',
  '/en/nowhere',
  '/fr/nulle-part',
  '/es/ninguna-parte',
  '/wp-login.php',
  '/en/x',
  '/en/%E0%A4%A',
  `/en/${'x'.repeat(9000)}`,
])('%s has no suggestion', (path) => {
  expect(suggestPage(specifiedRoutes, path, 'en')).toBeUndefined();
});

test('a page that cannot be shown right now is not suggested for its own address', () => {
  expect(suggestPage(specifiedRoutes, '/en/pricing', 'en')).toBeUndefined();
});

test('a page is suggested before the page that it is below', () => {
  const archive: PageRoute = {
    remote: 'blog',
    module: './archive',
    closing: 'strip',
    paths: { en: 'blog/archive', fr: 'blog/archives', es: 'blog/archivo' },
  };
  const pages = { ...specifiedRoutes.pages, archive };
  expect(suggestPage({ pages }, '/fr/blog/archive', 'fr')).toBe('archive');
  expect(suggestPage({ pages }, '/fr/blog/inconnu', 'fr')).toBe('blog');
});
