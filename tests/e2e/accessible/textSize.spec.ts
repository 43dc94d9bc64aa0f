import { addresses } from '@site/testkit/site/addresses.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

test('with text of 32 pixels, neither the bar nor the offices widen the page', async ({ page }) => {
  const devTools = await page.context().newCDPSession(page);
  // The browser's own setting, which breakpoints in `em` follow. It ends with the session.
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  for (const address of [addresses.en.contact, addresses.es.contact]) {
    await visit(page, address);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    for (const width of [390, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(widest, `${address}, ${width} pixels`).toBe(width);
    }
  }
  await devTools.detach();
});
