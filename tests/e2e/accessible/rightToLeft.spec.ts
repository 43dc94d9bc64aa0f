import { addresses } from '@site/testkit/site/addresses.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

const { home, services, pricing, contact, blog, article } = addresses.en;

test('in a language that runs from right to left, pages and arrows are mirrored, and none scrolls sideways', async ({
  page,
}) => {
  for (const address of [home, services, pricing, contact, blog, `${article}?stay=`]) {
    await page.setViewportSize({ width: 390, height: 800 });
    await visit(page, address);
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(390);
    const arrows = page.locator('header a svg[stroke], main a svg[stroke]');
    const scales = await arrows.evaluateAll((all) => all.map((arrow) => getComputedStyle(arrow).scale));
    expect.soft([...new Set(scales)], address).toEqual(['-1 1']);

    await page.setViewportSize({ width: 1280, height: 800 });
    const lefts = await page
      .locator('header :is(a, button):visible')
      .evaluateAll((all) => all.map((link) => link.getBoundingClientRect().left));
    expect.soft(lefts, `${address}: the bar begins at the right`).toEqual([...lefts].sort((one, other) => other - one));
    const title = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect.soft((title?.x ?? 0) + (title?.width ?? 0) / 2, `${address}: so does the title`).toBeGreaterThan(640);
  }
});
