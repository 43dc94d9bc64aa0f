import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { firstTierIf } from '../support/tiers.ts';

test.use({ javaScriptEnabled: false });

for (const language of languages) {
  test(
    `the whole ${language} site can be visited without JavaScript`,
    firstTierIf(language === 'es'),
    async ({ page }) => {
      const { marketing, blog, contact, shell } = texts[language];
      await page.goto('/');
      await page.locator(`a[hreflang="${language}"]`).click();
      await expect(page).toHaveURL(addresses[language].home);
      const [bar, footer] = [page.getByRole('banner'), page.getByRole('contentinfo')];
      const way = [
        [bar, shell.navigation.services, 'services', marketing.services.title],
        [bar, shell.navigation.pricing, 'pricing', marketing.pricing.title],
        [bar, shell.navigation.team, 'team', marketing.team.title],
        [bar, shell.navigation.blog, 'blog', blog.list.title],
        [bar, shell.navigation.contact, 'contact', contact.contact.head.title],
        [footer, shell.footer.legal.privacy, 'privacy', marketing.privacy.title],
        [footer, shell.footer.legal.terms, 'legal', marketing.legal.title],
      ] as const;
      for (const [place, name, target, title] of way) {
        await place.getByRole('link', { name, exact: true }).click();
        await expect(page).toHaveURL(addresses[language][target]);
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      }
    },
  );
}

test('the language can be changed', async ({ page }) => {
  await page.goto(addresses.en.pricing);
  await page.getByRole('banner').locator('a[hreflang="es"]').first().click();
  await expect(page).toHaveURL(addresses.es.home);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});
