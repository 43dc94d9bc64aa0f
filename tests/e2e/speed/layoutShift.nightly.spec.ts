import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
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

/** Runs in the page: waits until it has been painted. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

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

test('what a phone shows of a short page stays while its document arrives, and in the end fills the window', async ({
  page,
  watched,
  site,
}) => {
  // Files aren't sent: they don't matter here.
  watched.allow(/.*/);
  await page.setViewportSize({ width: 412, height: 823 });
  for (const name of ['notFound', 'company'] as const) {
    const document = await (await fetch(site.origin + addresses.en[name])).text();
    const footer = document.indexOf('</h2>', document.indexOf('<footer'));
    const held: ServerResponse[] = [];
    const server = createServer((request, response) => {
      if (request.url !== '/') return response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/html' }).write(document.slice(0, footer));
      held.push(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { waitUntil: 'commit' });
      await expect(page.locator('footer h2')).toBeVisible();
      await page.evaluate(painted);
      held[0]?.end(document.slice(footer));
      await expect(page.locator('footer li').last()).toBeAttached();
      await page.evaluate(painted);
      expect(await page.evaluate(shifted), name).toBeLessThanOrEqual(allowed);
      const end = await page.locator('footer').evaluate((footer) => footer.getBoundingClientRect().bottom);
      expect(end, name).toBeGreaterThanOrEqual(823);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }
});
