import { expect } from '@playwright/test';
import { between, directionOf, languageOf, textOf } from '@site/testkit/site/http.ts';
import type { Visited } from './Visited.ts';

/** Traces of a missing text or value. */
const missing = /\{\{|\bundefined\b|\[object|\b(?:shell|marketing|blog|contact)\.[a-z]+\.[a-z]/;

export function hasWholePage({ kind, language, direction, texts, answer: { status, headers, body } }: Visited): void {
  expect(status).toBe(kind === 'missing' ? 404 : 200);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(languageOf(body)).toBe(language);
  expect(directionOf(body)).toBe(direction);
  const text = textOf(body);
  for (const wanted of texts) expect(text).toContain(wanted);
  expect(text, 'no missing text, no missing value').not.toMatch(missing);
  if (kind !== 'empty') return;
  expect(textOf(between(body, /<main[^>]*>/, /<\/main>/))).toBe('');
  expect(textOf(between(body, /<\/header>/, /<footer/)), 'between navigation and footer').toBe('');
}
