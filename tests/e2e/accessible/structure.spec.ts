import { everyAddress, languages } from '@site/testkit/site/addresses.ts';
import { ask, between } from '@site/testkit/site/http.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/serverTest.ts';

const levelsOf = (html: string) => [...html.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));

const attributesOf = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>`, 'g'))].map(([, text = '']) => text);

for (const { page, language, path } of everyAddress) {
  test(`${path} has the heading outline and the landmarks that screen readers need`, async ({ site }) => {
    const { body } = await ask(site, path);
    const levels = levelsOf(body);
    // The company page is empty, as specified, and needs no heading.
    expect(levels.filter((level) => level === 1)).toHaveLength(page === 'company' ? 0 : 1);
    const jumps = levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1);
    expect(jumps, `levels ${levels.join(' ')}`).toEqual([]);
    for (const landmark of ['main', 'footer']) expect(attributesOf(body, landmark), landmark).toHaveLength(1);
    for (const navigation of attributesOf(body, 'nav')) expect(navigation).toMatch(/ aria-label(ledby)?="[^"]+"/);
    // VoiceOver announces a list without markers only when it has an explicit role.
    for (const list of attributesOf(body, '[uo]l')) expect(list).toContain(' role="list"');
    expect(body).toContain(`<html lang="${language}"`);
  });
}

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
