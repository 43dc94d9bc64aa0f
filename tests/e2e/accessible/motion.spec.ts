import { addresses } from '@site/testkit/site/addresses.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

/** WCAG 2.2.2: animations that last longer must be stoppable. */
const longest = 5_000;

test('lights stop blinking within five seconds, on the street and over the roofs', async ({ page }) => {
  for (const address of [addresses.en.home, addresses.en.contact]) {
    await visit(page, address);
    const ends = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ timeline }) => timeline instanceof DocumentTimeline)
        .map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
    );
    expect(ends.length, 'lights').toBeGreaterThan(0);
    for (const end of ends) expect(end).toBeLessThanOrEqual(longest);
  }
});
