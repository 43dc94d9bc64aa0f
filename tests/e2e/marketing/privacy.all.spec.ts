import { xsrf } from '@site/shared/contract/api.ts';
import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { keptByBrowsers } from '@site/testkit/site/policies.ts';
import { expect, goodMessage, test } from '../contact/contactTest.ts';
import { visit } from '../support/visitor.ts';

for (const language of languages) {
  test(`after a visit to the ${language} site and a message, the browser stores what the policy names, and nothing else`, async ({
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
    expect(keptByBrowsers.inEveryLanguage).toEqual(expect.arrayContaining(keys));
    // -1: until the browser is closed.
    expect(await context.cookies()).toMatchObject([{ name: xsrf.cookie, expires: -1 }]);
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
