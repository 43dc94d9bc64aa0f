import { addresses } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, goodMessage, test } from '../contact/contactTest.ts';
import { firstTierIf } from '../support/tiers.ts';

for (const { moment, scripts } of [
  { moment: 'before any script loads', scripts: '**/assets/**/*.js' },
  { moment: 'during hydration', scripts: '**/assets/marketing/**/*.js' },
]) {
  test(
    `a visitor who reloads a page and goes back ${moment} sees the previous page, with the begun message`,
    firstTierIf(moment === 'during hydration'),
    async ({ form, page }) => {
      await form.open('en');
      await form.fill(goodMessage);
      await page.getByRole('banner').getByRole('link', { name: texts.en.shell.navigation.team, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: texts.en.marketing.team.title })).toBeVisible();

      const { promise: areWanted, resolve: want } = Promise.withResolvers<void>();
      const { promise: areFree, resolve: free } = Promise.withResolvers<void>();
      await page.route(scripts, async (route) => {
        want();
        await areFree;
        await route.continue();
      });
      await page.reload({ waitUntil: 'commit' });
      await areWanted;
      await page.goBack({ waitUntil: 'commit' });
      await expect(page).toHaveURL(addresses.en.contact);
      await expect(form.field('message')).toBeVisible();
      free();
      await expect.poll(() => form.values()).toEqual(goodMessage);
    },
  );
}
