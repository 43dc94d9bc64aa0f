import { expect, test } from '@rstest/core';
import { composeTable } from '@site/shared/routes/composeTable.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { declaredPage } from '@site/testkit/releases/fixtures.ts';
import { languagesWithoutHome, noHomePage } from './homePage.ts';

const withPages = (...pages: readonly ReturnType<typeof declaredPage>[]) =>
  languagesWithoutHome(
    composeTable({ ...openPolicy, claims: { home: ['', 'home'] } }, [{ remote: 'home', pages }]).routes,
  );

test('the owner learns in which languages nobody has the home page, and what to do about it', () => {
  expect(withPages(declaredPage({ name: 'home', path: '' }))).toEqual([]);
  expect(withPages(declaredPage({ name: 'home', path: '', languages: ['fr'] }))).toEqual(['en', 'es']);
  expect(withPages(declaredPage({ name: 'other', path: 'home' }))).toEqual(['en', 'fr', 'es']);
  expect(noHomePage(['en', 'es'])).toMatch(/^No page is at \/en, \/es: .*Give a page the path ""/);
});
