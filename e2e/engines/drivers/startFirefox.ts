import puppeteer from 'puppeteer-core';
import type { BrowserOptions, Driver } from './Driver.ts';

/** Starts Firefox and drives it over WebDriver BiDi: Playwright only supports its own patched Firefox. */
export async function startFirefox(program: string, options: BrowserOptions): Promise<Driver> {
  const { hostname, port } = new URL(options.proxy);
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    headless: true,
    extraPrefsFirefox: {
      'network.proxy.type': 1,
      'network.proxy.http': hostname,
      'network.proxy.http_port': Number(port),
      'network.proxy.ssl': hostname,
      'network.proxy.ssl_port': Number(port),
      // The sites under test are on this machine, which browsers otherwise reach without a proxy.
      'network.proxy.allow_hijacking_localhost': true,
      'ui.systemUsesDarkTheme': options.dark ? 1 : 0,
      'javascript.enabled': options.javaScript ?? true,
    },
  });
  // The first tab never gets the focus, so keys have no effect in it.
  const page = await browser.newPage();
  const leave = async (start: () => Promise<unknown>) => {
    await page.evaluate(() => void Object.assign(window, { isLeft: true }));
    const isThere = page.waitForFunction(() => !('isLeft' in window) && document.readyState === 'complete');
    // Puppeteer waits until the frames of the previous page are gone. With the back/forward cache, they never are.
    await firstOf(start(), isThere);
  };
  return {
    name: (await browser.version()).replace('/', ' '),
    open: (url) => leave(() => page.goto(url)),
    go: async (steps) => {
      // Puppeteer waits for a `load` event, which a page from the back/forward cache doesn't fire again.
      await firstOf(steps < 0 ? page.goBack() : page.goForward(), Promise.resolve());
    },
    reload: () => leave(() => page.reload()),
    evaluate: (run, ...parameters) => page.evaluate(run as never, ...parameters) as never,
    press: (x, y) => page.mouse.click(x, y),
    wheel: async (x, y, down) => {
      await page.mouse.move(x, y);
      await page.mouse.wheel({ deltaY: down });
    },
    key: (key) => page.keyboard.press(key === 'Space' ? ' ' : key),
    type: (text) => page.keyboard.type(text),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  };
}

/** Waits for the first of two promises, and ignores the other. */
async function firstOf(...both: readonly [Promise<unknown>, Promise<unknown>]): Promise<void> {
  for (const one of both) one.catch(() => undefined);
  await Promise.race(both);
}
