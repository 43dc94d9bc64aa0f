import { addresses } from '@site/testkit/site/addresses.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';
import { isMirrored } from './isMirrored.ts';

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
    await isMirrored(page, address);
  }
});

test('the menu of a phone begins at the right, and the focus follows what is seen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await visit(page, home);
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  const menu = page.getByRole('banner').locator('details');
  await menu.locator('summary').click();
  const links = menu.getByRole('link');
  const boxes = await links.evaluateAll((all) =>
    all.map((link) => {
      const { left, right, top } = link.getBoundingClientRect();
      return { left, right, top };
    }),
  );
  for (const { left, right } of boxes) expect.soft([left >= 0, right <= 390]).toEqual([true, true]);
  const words = await links.first().evaluate((link) => {
    const range = document.createRange();
    range.selectNodeContents(link.firstChild ?? link);
    return { text: range.getBoundingClientRect().right, link: link.getBoundingClientRect().right };
  });
  expect(words.link - words.text, 'its words begin at the right').toBeLessThan(32);
  const visited: number[] = [];
  for (const _ of boxes) {
    await page.keyboard.press('Tab');
    visited.push(await links.evaluateAll((all) => all.indexOf(document.activeElement as HTMLAnchorElement)));
  }
  expect(visited, 'from the first link to the last').toEqual(boxes.map((_, index) => index));
  for (const [index, { left, top }] of boxes.entries()) {
    const next = boxes[index + 1];
    if (next && Math.abs(next.top - top) < 4)
      expect(next.right, 'in a row, the next is to the left').toBeLessThan(left + 1);
  }
});
