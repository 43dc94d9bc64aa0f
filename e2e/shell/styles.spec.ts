import { builtStyles, hasFallback, refusedParts } from '../engines/builtStyles.ts';
import { expect, test } from '../support/test.ts';

test('Chromium takes all that the style sheets say, or something stands in for it', async ({ page }) => {
  await page.goto('/robots.txt');
  const refused = await page.evaluate(refusedParts, await builtStyles());
  expect(refused.filter((part) => !hasFallback('chromium', part))).toEqual([]);
});
