import { addresses } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { secondTier } from '../support/tiers.ts';
import { visit } from '../support/visitor.ts';

test(
  'a click while the page scrolls leads to the top of the next page, which does not scroll on',
  secondTier,
  async ({ page }) => {
    await visit(page, addresses.en.home);
    // A smooth scroll takes most of a second on a real machine: the click comes in the middle of it.
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          addEventListener('scroll', () => resolve(), { once: true });
          scrollTo({ top: 3000, behavior: 'smooth' });
        }),
    );
    await page
      .getByRole('banner')
      .getByRole('link', { name: texts.en.shell.navigation.services, exact: true })
      .evaluate((link) => (link as HTMLAnchorElement).click());
    await expect(page.locator('main h1')).toBeFocused();
    const places = await page.evaluate(async () => {
      const seen: number[] = [];
      for (let frame = 0; frame < 30; frame += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        seen.push(scrollY);
      }
      return seen;
    });
    expect(places.at(-1), `where the page was: ${places.join(' ')}`).toBe(0);
  },
);
