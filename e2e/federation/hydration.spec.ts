import { everyAddress, languages } from '@site/testkit/site/addresses.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

for (const language of languages) {
  for (const { page: name, path } of everyAddress.filter((address) => address.language === language)) {
    test(`${path} is taken over by its scripts without a change or a complaint`, async ({ page, context, watched }) => {
      if (name === 'notFound') watched.allow(/Failed to load resource.*\/\S*(?:nowhere|nulle-part|ninguna-parte)$/);
      if (name === 'article') await page.clock.install({ time: new Date('2030-01-01') });
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url().endsWith(path)),
        visit(page, path),
      ]);
      // The page itself takes no HTML from scripts.
      const blank = await context.newPage();
      const served = await blank.evaluate(
        (html) => {
          const parsed = new DOMParser().parseFromString(html, 'text/html');
          return parsed.querySelector('#site')?.textContent;
        },
        await answer.text(),
      );
      const shown = await page.evaluate(() => document.querySelector('#site')?.textContent);
      // An article's countdown may have gone on since.
      if (name !== 'article') expect(shown).toBe(served);
    });
  }
}

test('a click on a link before the scripts have come leads to its page', async ({ page }) => {
  await page.route('**/assets/**/*.js', (route) => route.abort());
  await page.route('**/en/pricing', (route) => route.continue());
  await page.goto('/en');
  await page.unroute('**/assets/**/*.js');
  await page.getByRole('banner').getByRole('link', { name: 'Pricing', exact: true }).click();
  await expect(page).toHaveURL('/en/pricing');
});
