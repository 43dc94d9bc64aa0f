import { expect } from '@playwright/test';
import { between } from '@site/testkit/site/http.ts';
import { attributesOf } from '../addresses/promises/structure.ts';

/** Asserts that the first link of a document skips to its content, and that each language link declares its own language. */
export function skipsToContent(
  body: string,
  { language, languages, skipText }: { language: string; languages: readonly string[]; skipText: string },
): void {
  expect(between(body, /<body>/, /<\/a>/)).toMatch(new RegExp(` href="#main"[^>]*>${skipText}$`));
  expect(attributesOf(body, 'main')[0]).toContain('id="main"');
  for (const code of languages) {
    const links = attributesOf(body, 'a').filter((link) => link.includes(` hrefLang="${code}"`));
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) {
      expect(link).toContain(` lang="${code}"`);
      expect(/ aria-current="true"/.test(link)).toBe(code === language);
    }
  }
}
