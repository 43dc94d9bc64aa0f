import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, failedResource, test } from '../support/test.ts';
import { firstTierIf } from '../support/tiers.ts';
import { visit } from '../support/visitor.ts';

test('a lost visitor gets a suggestion for their address, even though all 404 pages share one document', async ({
  page,
  watched,
  site,
}) => {
  watched.allow(failedResource);
  await ask(site, '/en/pricng');
  await visit(page, '/en/pricin?utm_source=newsletter');
  await expect(page.getByRole('main').getByRole('link', { name: texts.en.shell.routes.pricing.title })).toBeVisible();
  await expect(page).toHaveURL('/en/pricin?utm_source=newsletter');
});

for (const language of languages) {
  test(
    `a visitor lost in ${language} finds a large 404 and a link to the home page`,
    firstTierIf(language === 'fr'),
    async ({ page, watched }) => {
      watched.allow(failedResource);
      await visit(page, addresses[language].notFound);
      const { notFound } = texts[language].shell;
      await expect(page.getByRole('img', { name: '404', exact: true })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: notFound.title })).toBeVisible();
      await expect(page.getByText(notFound.subtitle)).toBeVisible();
      const home = page.getByRole('link', { name: notFound.home });
      await expect(home).toHaveAttribute('href', '/');
      await home.click();
      await expect(page).toHaveURL(addresses[language].home);
    },
  );
}
