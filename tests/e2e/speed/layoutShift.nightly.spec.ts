import { addresses } from '@site/testkit/site/addresses.ts';
import { expect, failedResource, test } from '../support/test.ts';
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

/** Runs in the page: whether whole style sheets have replaced the inlined ones. */
const isComplete = () => document.querySelector('style:not([data-font-faces])') === null;

for (const width of widths)
  test(`nothing moves while style sheets and scripts arrive in a window of ${width} pixels`, async ({
    page,
    watched,
  }) => {
    watched.allow(failedResource);
    await page.setViewportSize({ width, height: 900 });
    // Machines of tests lack the fonts that are as wide as the site's.
    await page.route('**/*.woff2', (route) => route.abort());
    for (const name of pages) {
      await visit(page, addresses.en[name]);
      await expect.poll(() => page.evaluate(isComplete)).toBe(true);
      expect(await page.evaluate(shifted), name).toBeLessThanOrEqual(allowed);
    }
  });
