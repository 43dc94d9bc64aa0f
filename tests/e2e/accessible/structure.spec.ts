import { languages } from '@site/testkit/site/addresses.ts';
import { ask, between } from '@site/testkit/site/http.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { attributesOf } from '../addresses/promises/structure.ts';
import { expect, test } from '../support/serverTest.ts';

for (const language of languages) {
  test(`the first link of a ${language} page skips to its content, and each language link declares its own language`, async ({
    site,
  }) => {
    const { body } = await ask(site, `/${language}`);
    const { common } = texts[language].shell;
    expect(between(body, /<body>/, /<\/a>/)).toMatch(new RegExp(` href="#main"[^>]*>${common.skipToContent}$`));
    expect(attributesOf(body, 'main')[0]).toContain('id="main"');
    for (const code of languages) {
      const links = attributesOf(body, 'a').filter((link) => link.includes(` hrefLang="${code}"`));
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) {
        expect(link).toContain(` lang="${code}"`);
        expect(/ aria-current="true"/.test(link)).toBe(code === language);
      }
    }
  });
}

test('text keeps its size when a phone is rotated, also on iPhones', async ({ site }) => {
  const { body } = await ask(site, '/en');
  for (const prefix of ['', '-webkit-']) expect(body).toMatch(new RegExp(`[{;]${prefix}text-size-adjust:none`));
});
