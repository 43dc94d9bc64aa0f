import { chromium } from '@playwright/test';
import { findBrowser, findHeadlessShell } from '@site/testkit/browser/findBrowser.ts';

const [, , origin, out, ...paths] = process.argv;
const exe = await findHeadlessShell(await findBrowser());
const browser = await chromium.launch({ executablePath: exe, args: ['--no-sandbox'] });
for (const width of [390, 1440])
  for (const scheme of ['light', 'dark']) {
    const context = await browser.newContext({
      viewport: { width, height: width === 390 ? 844 : 900 },
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    page.on('console', (m) => {
      if (['error', 'warning'].includes(m.type())) console.log(width, scheme, m.text().slice(0, 200));
    });
    for (const path of paths) {
      await page.goto(origin + path);
      await page
        .waitForFunction(() => document.documentElement.dataset.hydrated !== undefined, undefined, { timeout: 15000 })
        .catch(() => console.log('not hydrated', path));
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(500);
      await page.screenshot({
        path: `${out}/${path.slice(1).replaceAll('/', '-') || 'root'}-${width}-${scheme}.png`,
        fullPage: true,
      });
      if (width === 390 && scheme === 'light' && !path.slice(1).includes('/')) {
        await page.locator('header summary').click();
        await page.screenshot({ path: `${out}/${path.slice(1)}-menu.png` });
      }
    }
    await context.close();
  }
await browser.close();
