import { languages } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/serverTest.ts';
import { skipsToContent } from './skipsToContent.ts';

for (const language of languages) {
  test(`the first link of a ${language} page skips to its content, and each language link declares its own language`, async ({
    site,
  }) => {
    const { body } = await ask(site, `/${language}`);
    skipsToContent(body, { language, languages, skipText: texts[language].shell.common.skipToContent });
  });
}

test('text keeps its size when a phone is rotated, also on iPhones', async ({ site }) => {
  const { body } = await ask(site, '/en');
  for (const prefix of ['', '-webkit-']) expect(body).toMatch(new RegExp(`[{;]${prefix}text-size-adjust:none`));
});
