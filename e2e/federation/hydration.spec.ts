import { everyAddress, languages } from '@site/testkit/site/addresses.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

for (const language of languages) {
  for (const { page: name, path } of everyAddress.filter((address) => address.language === language)) {
    test(`${path} hydrates without changes or complaints`, async ({ page, context, watched }) => {
      if (name === 'notFound') watched.allow(/Failed to load resource.*\/\S*(?:nowhere|nulle-part|ninguna-parte)$/);
      if (name === 'article') await page.clock.install({ time: new Date('2030-01-01') });
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url().endsWith(path)),
        visit(page, path),
      ]);
      // The page's security policy forbids parsing HTML in scripts.
      const blank = await context.newPage();
      const served = await blank.evaluate(
        (html) => {
          const parsed = new DOMParser().parseFromString(html, 'text/html');
          return parsed.querySelector('#site')?.textContent;
        },
        await answer.text(),
      );
      const shown = await page.evaluate(() => document.querySelector('#site')?.textContent);
      // An article's countdown may have advanced meanwhile.
      if (name !== 'article') expect(shown).toBe(served);
    });
  }
}

test('a link that is clicked before the scripts load leads to its page', async ({ page }) => {
  await page.route('**/assets/**/*.js', (route) => route.abort());
  await page.route('**/en/pricing', (route) => route.continue());
  await page.goto('/en');
  await page.unroute('**/assets/**/*.js');
  await page.getByRole('banner').getByRole('link', { name: 'Pricing', exact: true }).click();
  await expect(page).toHaveURL('/en/pricing');
});
