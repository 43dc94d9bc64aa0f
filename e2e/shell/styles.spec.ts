import { builtStyles } from '../engines/styles/builtStyles.ts';
import { hasFallback } from '../engines/styles/fallbacks.ts';
import { refusedParts } from '../engines/styles/refusedParts.ts';
import { expect, test } from '../support/test.ts';

test('Chromium takes all that the style sheets say, or something stands in for it', async ({ page }) => {
  await page.goto('/robots.txt');
  const refused = await page.evaluate(refusedParts, await builtStyles());
  expect(refused.filter((part) => !hasFallback('chromium', part))).toEqual([]);
});
