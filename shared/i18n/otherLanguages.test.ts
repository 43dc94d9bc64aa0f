import { expect, rs, test } from '@rstest/core';

rs.mock('@site/company/languages.ts', () => ({
  languages: {
    arz: { name: 'مصرى', locale: 'arz_EG', direction: 'rtl' },
    de: { name: 'Deutsch', locale: 'de_DE', direction: 'ltr' },
    ast: { name: 'Asturianu', locale: 'ast_ES', direction: 'ltr' },
  },
  fallback: 'de',
}));

const { detectLanguage, languageOfPath } = await import('./detect.ts');
const { languageAttributes } = await import('./languages.ts');

test('a site may have languages with codes of three letters', () => {
  expect(['/arz', '/arz/contact', '/ast/', '/de', '/as', '/astro', 'arz', '/'].map(languageOfPath)).toEqual([
    'arz',
    'arz',
    'ast',
    'de',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(detectLanguage(['en-GB', 'ast-ES'])).toBe('ast');
});

test('without any that the site has, the fallback language is detected', () => {
  expect(detectLanguage(['en', 'fr'])).toBe('de');
});

test('documents say when their lines run to the left', () => {
  expect(['arz', 'de', 'nowhere'].map(languageAttributes)).toEqual([
    'lang="arz" dir="rtl"',
    'lang="de"',
    'lang="nowhere"',
  ]);
});
