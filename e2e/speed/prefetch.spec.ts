import { addresses } from '../support/addresses.ts';
import { expect, test } from '../support/test.ts';
import { texts } from '../support/texts.ts';
import { visit } from '../support/visitor.ts';

const { navigation } = texts.en.shell;

for (const { page: name, sheet } of [
  { page: 'pricing', sheet: 'page-pricing.css' },
  { page: 'blog', sheet: 'page-list.css' },
] as const) {
  test(`whoever hovers the link to ${name} has the whole page before the click`, async ({ page, context, watched }) => {
    // Its drawings alone come after it.
    watched.allow(/Failed to load resource/);
    await visit(page, addresses.en.home);
    const link = page.getByRole('banner').getByRole('link', { name: navigation[name], exact: true });
    await link.hover();
    await page.waitForFunction(
      (file) => document.querySelector<HTMLLinkElement>(`link[rel="stylesheet"][href$="${file}"]`)?.sheet,
      sheet,
    );
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await link.click();
    await expect(page).toHaveURL(addresses.en[name]);
    await expect(page.locator('main h1')).toBeFocused();
    if (name === 'blog') await expect(page.locator('main article').first()).toBeVisible();
  });
}
