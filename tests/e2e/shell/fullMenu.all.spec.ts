import { addresses } from '@site/testkit/site/addresses.ts';
import { axeViolations } from '../accessible/axeViolations.ts';
import { expect } from '../support/test.ts';
import { visit } from '../support/visitor.ts';
import { views } from '../visual/views.ts';
import { expectWholeMenu, test } from './eightPages.ts';

for (const language of ['en', 'fr', 'es'] as const) {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
      test.use({ javaScriptEnabled });

      test(`a menu of eight pages is whole in ${language} at every width, and the keyboard reaches every page`, async ({
        page,
        fullSite,
      }) => {
        // Every page has this bar, and this one loads quickly.
        await page.goto(fullSite.origin + addresses[language].legal);
        for (const width of [320, 359, 390, 768, 1023, 1024, 1199, 1200, 1440, 1920]) {
          await expectWholeMenu(page, language, width);
          // Closes it.
          await page.getByRole('banner').locator('summary').press('Enter');
        }
      });
    });
  }
}

test('an open menu of eight pages is accessible on a wide screen, and Escape closes it', async ({ page, fullSite }) => {
  const [home] = views;
  if (!home) throw new Error('There are no views.');
  await visit(page, fullSite.origin + addresses.en.home);
  for (const width of [1024, 1440]) {
    await expectWholeMenu(page, 'en', width);
    expect(await axeViolations(page, home, 'all')).toEqual([]);
    await page.keyboard.press('Escape');
    const button = page.getByRole('banner').locator('summary');
    await expect(button).toBeFocused();
    await expect(page.getByRole('banner').locator('details')).not.toHaveAttribute('open');
  }
});
