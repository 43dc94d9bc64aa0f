import { builtStyles, hasFallback, refusedParts } from '../engines/builtStyles.ts';
import { expect, test } from '../support/test.ts';

test('Chromium supports everything in the style sheets, or there is a fallback', async ({ page }) => {
  await page.goto('/robots.txt');
  const refused = await page.evaluate(refusedParts, await builtStyles());
  expect(refused.filter((part) => !hasFallback('chromium', part))).toEqual([]);
});
