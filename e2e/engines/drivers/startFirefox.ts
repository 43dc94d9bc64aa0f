import puppeteer from 'puppeteer-core';
import type { BrowserOptions, Driver } from './Driver.ts';

/** Starts Firefox and drives it over WebDriver BiDi: Playwright only knows a Firefox that it has patched itself. */
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
  const [page = await browser.newPage()] = await browser.pages();
  return {
    name: (await browser.version()).replace('/', ' '),
    open: async (url) => void (await page.goto(url)),
    go: async (steps) => {
      const going = steps < 0 ? page.goBack() : page.goForward();
      // It would wait for a `load` event, which a page that the browser has kept doesn't have a second time.
      going.catch(() => undefined);
    },
    reload: async () => void (await page.reload()),
    evaluate: (run, ...parameters) => page.evaluate(run as never, ...parameters) as never,
    press: (x, y) => page.mouse.click(x, y),
    key: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  };
}
