import { addresses } from '@site/testkit/site/addresses.ts';
import { test } from '../support/test.ts';
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
