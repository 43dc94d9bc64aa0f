import { axeViolations } from '../accessible/axeViolations.ts';
import { expect } from '../support/test.ts';
import { firstTierIf, nightly } from '../support/tiers.ts';
import { views } from '../visual/views.ts';
import { expectWholeMenu, test } from './eightPages.ts';

const widths = [320, 390, 768, 1024, 1440];

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test(
      'a menu of eight pages doesn’t shrink the logo, and the keyboard reaches every page',
      firstTierIf(javaScriptEnabled),
      async ({ page, fullSite }) => {
        test.slow();
        for (const width of widths) await expectWholeMenu(page, fullSite, 'fr', width);
      },
    );
  });
}

test(
  'an open menu of eight pages is accessible on a wide screen, and Escape closes it',
  nightly,
  async ({ page, fullSite }) => {
    const [home] = views;
    if (!home) throw new Error('There are no views.');
    for (const width of [1024, 1440]) {
      await expectWholeMenu(page, fullSite, 'en', width);
      expect(await axeViolations(page, home, 'all')).toEqual([]);
      await page.keyboard.press('Escape');
      const button = page.getByRole('banner').locator('summary');
      await expect(button).toBeFocused();
      await expect(page.getByRole('banner').locator('details')).not.toHaveAttribute('open');
    }
  },
);
