import { addresses, languages } from '../support/addresses.ts';
import { expect, test } from '../support/test.ts';
import { texts } from '../support/texts.ts';
import { visit } from '../support/visitor.ts';
import { failedResource } from '../support/watch.ts';

for (const language of languages) {
  test(`whoever is lost in ${language} finds a large 404 and the way home`, async ({ page, watched }) => {
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
  });
}
