import { setTimeout as delay } from 'node:timers/promises';
import puppeteer, { type Page } from 'puppeteer-core';
import type { BrowserOptions, Driver } from './Driver.ts';

/** In milliseconds. */
const pollInterval = 50;

/** Starts Firefox and drives it over WebDriver BiDi: Playwright only supports its own patched Firefox. */
export async function startFirefox(program: string, options: BrowserOptions): Promise<Driver> {
  const { hostname, port } = new URL(options.proxy);
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    headless: true,
    // Puppeteer sets it in a way that some versions of Firefox refuse: see resize().
    defaultViewport: null,
    extraPrefsFirefox: {
      'network.proxy.type': 1,
      'network.proxy.http': hostname,
      'network.proxy.http_port': Number(port),
      'network.proxy.ssl': hostname,
      'network.proxy.ssl_port': Number(port),
      // The sites under test are on this machine, which browsers otherwise reach without a proxy.
      'network.proxy.allow_hijacking_localhost': true,
      // Requests of the browser's own.
      'network.captive-portal-service.enabled': false,
      'network.connectivity-service.enabled': false,
      'ui.systemUsesDarkTheme': options.dark ? 1 : 0,
      'javascript.enabled': options.javaScript ?? true,
    },
  });
  // The first tab never gets the focus, so keys have no effect in it.
  const page = await browser.newPage();
  /** Puppeteer also sets the screen's orientation, which Firefox 140 doesn't support. The size is set anyway. */
  const resize = (width: number, height: number) =>
    page.setViewport({ width, height }).catch((error: unknown) => {
      if (!String(error).includes('unknown command')) throw error;
    });
  await resize(800, 600);
  const leave = async (start: () => Promise<unknown>) => {
    await page.evaluate(() => void Object.assign(window, { isLeft: true }));
    const left = new AbortController();
    // Puppeteer waits until the frames of the previous page are gone. With the back/forward cache, they never are.
    await Promise.any([start(), isComplete(page, left.signal)]).finally(() => left.abort());
  };
  return {
    name: (await browser.version()).replace('/', ' '),
    open: (url) => leave(() => page.goto(url)),
    go: async (steps) => {
      // Not awaited: Puppeteer waits for a `load` event, which a page from the back/forward cache doesn't fire again.
      void (steps < 0 ? page.goBack() : page.goForward()).catch(() => undefined);
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
    resize,
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  };
}

/** Waits until the tab has left the page that was marked, and loaded another one. */
async function isComplete(page: Page, signal: AbortSignal): Promise<void> {
  const look = () => !('isLeft' in window) && document.readyState === 'complete';
  // While the page changes, evaluating fails.
  while (!signal.aborted && !(await page.evaluate(look).catch(() => false))) await delay(pollInterval);
}
