import { addresses } from '@site/testkit/site/addresses.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

/** WCAG 2.2.2: animations that last longer must be stoppable. */
const longest = 5_000;

declare global {
  interface Window {
    /** The duration of each animation that has started, in milliseconds. On a slow machine it is over before it is asked for. */
    lasting?: number[];
  }
}

test('lights stop blinking within five seconds, on the street and over the roofs', async ({ page }) => {
  await page.addInitScript(() => {
    const lasting: number[] = [];
    window.lasting = lasting;
    document.addEventListener('animationstart', ({ target }) => {
      for (const { effect, timeline } of (target as Element).getAnimations({ subtree: true }))
        if (timeline instanceof DocumentTimeline) lasting.push(Number(effect?.getComputedTiming().endTime));
    });
  });
  for (const address of [addresses.en.home, addresses.en.contact]) {
    await visit(page, address);
    const started = () => page.evaluate(() => window.lasting ?? []);
    await expect.poll(async () => (await started()).length, 'lights').toBeGreaterThan(0);
    for (const duration of await started()) expect(duration).toBeLessThanOrEqual(longest);
  }
});
