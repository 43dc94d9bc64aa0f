import { expect, test } from '@rstest/core';
import { brand } from '@site/company/brand.ts';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import type { Catalogues } from './catalogues.ts';
import { figuresIn, readerProblems } from './reader.ts';

/** Catalogues with one text. */
function catalogues(key: string, texts: Readonly<Record<Language, string>>): Catalogues {
  const [en, fr, es] = languages.map((language) => new Map([[key, texts[language]]]));
  return { en: en ?? new Map(), fr: fr ?? new Map(), es: es ?? new Map() };
}

const same = (text: string) => ({ en: text, fr: text, es: text });

test('a long sentence without a pause is found with its length, and a colon is a pause', () => {
  const words = 'word '.repeat(13).trim();
  expect(readerProblems(catalogues('lead', { ...same('Short.'), en: `${words} ${words}.` }))).toEqual([
    `en.json: "lead" has 26 words without a pause, 25 at most: ${words} ${words}.`,
  ]);
  expect(readerProblems(catalogues('lead', { ...same('Short.'), en: `${words}: ${words}.` }))).toEqual([]);
});

test.each<[Language, string, string]>([
  ['en', 'E-mail that goes straight to the inbox', 'what can be kept'],
  ['en', 'Send an email', 'e-mail'],
  ['en', 'Help after 2\u00a0hours', 'within 2 hours'],
  ['en', 'Write in the language you prefer', 'English, French and Spanish'],
  ['fr', 'Des mises à jour offertes', 'gratuit'],
  ['fr', 'Une personne vous lit', 'quelqu’un de l’équipe'],
  ['fr', 'Un mail', 'e-mail'],
  ['fr', 'En 2\u00a0heures', 'sous 2 heures'],
  ['es', 'Tu sitio', 'web'],
  ['es', 'Al mes, sin IVA', 'IVA no incluido'],
  ['es', 'Respondemos en español, inglés o francés', 'español, francés e inglés'],
])('%s: “%s” is not what the glossary writes', (language, text, better) => {
  const problems = readerProblems(catalogues('lead', { ...same('Two'), [language]: text })).filter(
    (problem) => !problem.includes('figures'),
  );
  expect(problems).toEqual([expect.stringContaining(`write: ${better}`)]);
});

test.each<[Language, string]>([
  ['en', 'E-mail, within 2\u00a0hours'],
  ['fr', 'Vos e-\u2060mails et e-mails, sous 2\u00a0heures'],
  ['es', 'Tu web y tu correo, en menos de 2\u00a0horas'],
])('%s: “%s” is what it writes', (language, text) => {
  const problems = readerProblems(catalogues('lead', { ...same('Two'), [language]: text }));
  expect(problems.filter((problem) => !problem.includes('figures'))).toEqual([]);
});

test('a title’s length includes product and city, as browsers and search engines show it', () => {
  const titles = { en: 'Legal', fr: 'Mentions légales', es: 'Alojamiento, desarrollo web, IA y correo para ti' };
  expect(readerProblems(catalogues('routes.legal.title', titles))).toEqual([
    expect.stringContaining(`not 30 to 60: Legal | ${brand.product} London`),
    expect.stringMatching(/^es\.json: "routes\.legal\.title" has a title of 6\d characters/),
  ]);
});

test('a soft hyphen is found where browsers and search engines show it, and is none to the glossary', () => {
  const divided = 'Ho\u00ADtels for e\u00ADmail, in one place';
  expect(readerProblems(catalogues('routes.legal.link', same(divided)))).toEqual(
    expect.arrayContaining([expect.stringContaining('has a soft hyphen')]),
  );
  expect(readerProblems(catalogues('legal.title', { ...same('Two'), en: divided }))).toEqual([
    expect.stringContaining('write: e-mail'),
  ]);
});

test('a description that is too short is found', () => {
  expect(readerProblems(catalogues('routes.legal.description', same('{{product}}, a company.')))).toHaveLength(3);
});

test('a text must have the same figures in every language, however they are written', () => {
  const users = { en: 'Over 100 thousand users', fr: 'Plus de 100\u202f000 utilisateurs', es: '100K+ usuarios' };
  expect(readerProblems(catalogues('users', users))).toEqual([]);
  expect(readerProblems(catalogues('users', { ...users, es: 'Más de 10\u00a0000 usuarios' }))).toEqual([
    '*.json: "users" has different figures: en: 100000, fr: 100000, es: 10000',
  ]);
});

test.each<[Language, string, string]>([
  ['en', '99.99% for $29, up to 10,000 (Article 6(1)(b))', '1 10000 29 6 99.99'],
  ['fr', '99,99\u00a0% pour 29\u00a0€, jusqu’à 10\u202f000 (article 6, paragraphe 1)', '1 10000 29 6 99.99'],
  ['es', '99,99\u00a0% por 29\u00a0€, hasta 10\u00a0000 (artículo 6.1.b)', '1 10000 29 6 99.99'],
])('%s: the figures of “%s”', (language, text, figures) => {
  expect(figuresIn(language, text)).toBe(figures);
});
