import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, goodMessage, test } from '../contact/contactTest.ts';
import { visit } from '../support/visitor.ts';

/** The names in parentheses by which a policy lists what browsers store. */
const namedNotes = (text: string) => [...text.matchAll(/\(([a-z]+)\)/g)].map(([, name]) => name);

for (const language of languages) {
  const { data, cookies } = texts[language].marketing.privacy;

  test(`after a visit and a message, the browser stores what the ${language} policy names, and nothing else`, async ({
    page,
    context,
    form,
  }) => {
    for (const name of ['home', 'blog', 'privacy'] as const) {
      await visit(page, addresses[language][name]);
      await page.mouse.wheel(0, 600);
    }
    expect(await context.cookies(), 'reading needs no cookie').toEqual([]);
    await form.open(language);
    await form.fill(goodMessage);
    await form.button.click();
    await expect(form.confirmation).toBeVisible();
    const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    expect(keys).toEqual(expect.arrayContaining(['lang', 'fonts', 'visited']));
    for (const key of keys) expect(namedNotes(data.text)).toContain(key);
    const stored = await context.cookies();
    // -1: until the browser is closed.
    expect(stored).toMatchObject([{ name: 'XSRF-TOKEN', expires: -1 }]);
    expect(cookies.text.replaceAll('\u2060', '')).toContain('XSRF-TOKEN');
  });

  test(`the ${language} policy comes without a request to anyone else`, async ({ page, site }) => {
    const others: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(site.origin) && !request.url().startsWith('data:')) others.push(request.url());
    });
    for (const name of ['home', 'contact', 'blog', 'privacy'] as const) await visit(page, addresses[language][name]);
    expect(others).toEqual([]);
  });
}
