import { expect } from '@playwright/test';
import { undivided } from '@site/shared/plainText.ts';
import type { Language, PageName } from '@site/testkit/site/addresses.ts';
import { titleOf } from '@site/testkit/site/http.ts';
import { filled, texts } from '@site/testkit/site/texts.ts';
import type { Visited } from './Visited.ts';

const cities: Record<Language, string> = { en: 'London', fr: 'Bethune', es: 'Barcelona' };

/** The title of a page that isn't an article. */
export function expectedTitle(page: PageName, language: Language): string {
  const { shell, blog } = texts[language];
  const title = page === 'blog' ? undivided(blog.list.title) : filled(shell.routes[page].title);
  return `${title} | Lucarne ${cities[language]}`;
}

/** Meta tags that may occur more than once: for other locales, and for the colour of each theme. */
export const repeatable = ['og:locale:alternate', 'theme-color'];

/** The head of an article has data of its own: see tests/e2e/shell/head.spec.ts. */
export function hasHead({ page, language, answer: { body } }: Visited): void {
  const metas = [...body.matchAll(/<meta[^>]* (?:name|property)="([^"]+)" content="([^"]*)"/g)];
  const names = metas.map(([, name]) => name ?? '').filter((name) => !repeatable.includes(name));
  expect(names).toEqual([...new Set(names)]);
  if (page === 'article') return;
  const title = expectedTitle(page, language);
  expect(titleOf(body)).toBe(title);
  const contents = Object.fromEntries(metas.map(([, name, content]) => [name, content]));
  expect(contents).toMatchObject({ title, 'og:title': title, 'twitter:title': title });
  const route = texts[language].shell.routes[page];
  expect(contents.description).toBe(filled(route.description).replaceAll("'", '&#39;'));
  expect(contents['twitter:description']).toBe(filled(route.twitterDescription).replaceAll("'", '&#39;'));
}
