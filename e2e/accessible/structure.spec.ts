import { everyAddress, languages } from '@site/testkit/site/addresses.ts';
import { ask, between } from '@site/testkit/site/http.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/serverTest.ts';

const levelsOf = (html: string) => [...html.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));

const attributesOf = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>`, 'g'))].map(([, text = '']) => text);

for (const { page, language, path } of everyAddress) {
  test(`${path} has the outline and the landmarks that a screen reader goes by`, async ({ site }) => {
    const { body } = await ask(site, path);
    const levels = levelsOf(body);
    // The company page shows nothing, as specified: there is nothing to put a heading above.
    expect(levels.filter((level) => level === 1)).toHaveLength(page === 'company' ? 0 : 1);
    const jumps = levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1);
    expect(jumps, `levels ${levels.join(' ')}`).toEqual([]);
    for (const landmark of ['main', 'footer']) expect(attributesOf(body, landmark), landmark).toHaveLength(1);
    for (const navigation of attributesOf(body, 'nav')) expect(navigation).toMatch(/ aria-label(ledby)?="[^"]+"/);
    // VoiceOver announces a list without markers as one only when it states its role.
    for (const list of attributesOf(body, '[uo]l')) expect(list).toContain(' role="list"');
    expect(body).toContain(`<html lang="${language}"`);
  });
}

for (const language of languages) {
  test(`the first link of a ${language} page skips to its content, and each language is named in itself`, async ({
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

test('a phone that is turned on its side leaves the text its size, an iPhone too', async ({ site }) => {
  const { body } = await ask(site, '/en');
  for (const prefix of ['', '-webkit-']) expect(body).toMatch(new RegExp(`[{;]${prefix}text-size-adjust:none`));
});
