import { addresses } from '@site/testkit/site/addresses.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

const widths = [320, 360, 390, 430, 600, 768, 834, 1024, 1280, 1440, 1920, 2560] as const;
const pages = ['home', 'services', 'team', 'contact'] as const;

/** How much may move, as Core Web Vitals count it. */
const allowed = 0.01;

/** Runs in the page: how much has moved so far. */
function shifted(): number {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  return observer.takeRecords().reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0);
}

/** Runs in the page: whether whole style sheets and fonts have arrived. */
const isComplete = () =>
  document.querySelector('link[disabled]:not(:has(+ [data-font-faces]))') === null &&
  [...document.fonts].filter(({ status }) => status === 'loaded').length > 1;

for (const width of widths)
  test(`nothing moves while styles, fonts and scripts arrive in a window of ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const name of pages) {
      await visit(page, addresses.en[name]);
      await expect.poll(() => page.evaluate(isComplete)).toBe(true);
      expect(await page.evaluate(shifted), name).toBeLessThanOrEqual(allowed);
    }
  });
