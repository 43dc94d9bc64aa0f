import { expect } from '@playwright/test';
import { titleOf, unescapeHtml } from '@site/testkit/site/http.ts';
import type { Visited } from './Visited.ts';

/** Meta tags that may occur more than once: for other locales, and for the colour of each theme. */
export const repeatable = ['og:locale:alternate', 'theme-color'];

export function hasHead({ head, answer: { body } }: Visited): void {
  const metas = [...body.matchAll(/<meta[^>]* (?:name|property)="([^"]+)" content="([^"]*)"/g)];
  const names = metas.map(([, name]) => name ?? '').filter((name) => !repeatable.includes(name));
  expect(names).toEqual([...new Set(names)]);
  if (!head) return;
  const { title, description, twitterDescription } = head;
  expect(titleOf(body)).toBe(title);
  const contents = Object.fromEntries(metas.map(([, name, content = '']) => [name, unescapeHtml(content)]));
  expect(contents).toMatchObject({ title, 'og:title': title, 'twitter:title': title });
  expect(contents.description).toBe(description);
  expect(contents['twitter:description']).toBe(twitterDescription);
}
