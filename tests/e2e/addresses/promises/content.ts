import { expect } from '@playwright/test';
import type { Language, PageName } from '@site/testkit/site/addresses.ts';
import { between, languageOf, textOf } from '@site/testkit/site/http.ts';
import { filled, news, texts } from '@site/testkit/site/texts.ts';
import type { Visited } from './Visited.ts';

/** A text from the top of each page and one from further down: a response with both is complete. */
function keyTexts(page: PageName, language: Language): string[] {
  const { marketing, blog, contact, shell } = texts[language];
  const wanted: Record<PageName, string[]> = {
    home: [marketing.home.hero.tagline, marketing.home.questions.programming.answer],
    services: [marketing.services.title, marketing.services.email.items.tailored.text],
    pricing: [marketing.pricing.title, marketing.plans.enterprise.description],
    team: [marketing.team.title, 'Kenji Morel'],
    privacy: [marketing.privacy.title, marketing.privacy.rights.text],
    legal: [marketing.legal.title, marketing.legal.host],
    company: [shell.footer.about],
    blog: [blog.list.title, ...news[language].map(({ title }) => title)],
    article: [blog.redirect.explanation.article, news[language][0].title, news[language][0].link],
    contact: [contact.contact.head.title, contact.contact.map.text],
    notFound: [shell.notFound.title, shell.notFound.subtitle],
  };
  return wanted[page];
}

/** Traces of a missing text or value. */
const missing = /\{\{|\bundefined\b|\[object|\b(?:shell|marketing|blog|contact)\.[a-z]+\.[a-z]/;

/** The company page is empty, as specified. */
export function hasWholePage({ page, language, answer: { status, headers, body } }: Visited): void {
  expect(status).toBe(page === 'notFound' ? 404 : 200);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(languageOf(body)).toBe(language);
  const text = textOf(body);
  for (const wanted of keyTexts(page, language))
    for (const paragraph of filled(wanted).split('\n')) expect(text).toContain(paragraph);
  expect(text).toContain(filled(texts[language].shell.footer.rights));
  expect(text, 'no missing text, no missing value').not.toMatch(missing);
  if (page !== 'company') return;
  expect(textOf(between(body, /<main[^>]*>/, /<\/main>/))).toBe('');
  expect(textOf(between(body, /<\/header>/, /<footer/)), 'between navigation and footer').toBe('');
}
