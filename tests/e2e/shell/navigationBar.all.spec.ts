import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { filled, texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { isMarked, markDocument, visit } from '../support/visitor.ts';

const linkedPages = ['services', 'pricing', 'team', 'blog', 'contact'] as const;

for (const language of languages) {
  test(`the bar links to every page of the ${language} site without a page load, and marks the current page`, async ({
    page,
  }) => {
    const { navigation } = texts[language].shell;
    await visit(page, addresses[language].home);
    await markDocument(page);
    const bar = page.getByRole('banner');
    for (const name of linkedPages) {
      const link = bar.getByRole('link', { name: navigation[name], exact: true });
      await expect(link).toHaveAttribute('href', addresses[language][name]);
      await link.click();
      await expect(page).toHaveURL(addresses[language][name]);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused();
      if (name !== 'contact') await expect(link).toHaveAttribute('aria-current', 'page');
    }
    expect(await isMarked(page)).toBe(true);
  });

  test(`the logo leads to the root, and from there back to the ${language} home page`, async ({ page }) => {
    await visit(page, addresses[language].legal);
    const logo = page.getByRole('banner').getByRole('link', { name: filled(texts[language].shell.navigation.home) });
    await expect(logo).toHaveAttribute('href', '/');
    await logo.click();
    await expect(page).toHaveURL(addresses[language].home);
  });
}

test('the back button returns to the previous page at its scroll position', async ({ page }) => {
  await visit(page, addresses.en.services);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(0);
  await page.getByRole('contentinfo').getByRole('link', { name: texts.en.shell.footer.legal.privacy }).click();
  await expect(page.getByRole('heading', { level: 1, name: texts.en.marketing.privacy.title })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: texts.en.marketing.services.title })).toBeAttached();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
});

test('a link to a section of another page leads to that section and focuses its heading', async ({ page }) => {
  await visit(page, addresses.en.home);
  await page.getByRole('link', { name: texts.en.marketing.home.features.visibility.link }).click();
  await expect(page).toHaveURL(`${addresses.en.services}#email`);
  await expect(page.locator('#email')).toBeInViewport();
  await expect(page.locator('#email').getByRole('heading', { level: 2 })).toBeFocused();
});

test('a link on the page scrolls to its section, and the back button returns to the scroll position', async ({
  page,
}) => {
  await visit(page, addresses.en.team);
  await page.getByRole('banner').getByRole('link', { name: texts.en.shell.navigation.services, exact: true }).click();
  const details = page.getByRole('article').last().getByRole('link');
  // Playwright may scroll again before it clicks: the place that counts is that of the click itself.
  const placed = page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        addEventListener('click', () => resolve(scrollY), { capture: true, once: true }),
      ),
  );
  await details.click();
  const place = await placed;
  const section = page.locator('#email');
  await expect(section.getByRole('heading', { level: 2 })).toBeFocused();
  const distanceFromBar = () =>
    section.evaluate((element) => {
      const { scrollPaddingTop } = getComputedStyle(document.documentElement);
      return Math.abs(Math.round(element.getBoundingClientRect().top - Number.parseFloat(scrollPaddingTop)));
    });
  await expect.poll(distanceFromBar).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(addresses.en.services);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
});

test('the first Tab stop skips the navigation', async ({ page }) => {
  await visit(page, addresses.fr.services);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: texts.fr.shell.common.skipToContent });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the contact button of the bar is outlined at the top of a page, and lit once the page is scrolled', async ({
  page,
}) => {
  await visit(page, addresses.en.services);
  const contact = page.getByRole('banner').getByRole('link', { name: texts.en.shell.navigation.contact, exact: true });
  await expect(contact).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await page.mouse.wheel(0, 400);
  await expect(contact).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
});
