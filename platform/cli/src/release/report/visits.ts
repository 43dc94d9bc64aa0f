import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { browserFlags, findBrowser } from '@site/testkit/browser/findBrowser.ts';
import { type Browser, chromium } from 'playwright-core';

/** The window that pages are photographed in. */
const viewport = { width: 1280, height: 800 };

/** How long a page may take to load, in milliseconds: the machine may be busy. */
const loadTime = 30_000;

/** Stops movement, and hides the preview badge, which isn't part of the page. */
const stillStyle =
  '*, ::before, ::after { animation: none !important; transition: none !important } .preview-badge { display: none !important }';

/** A page as a browser shows it. */
export interface Picture {
  /** The whole page, as JPEG. */
  readonly page: Buffer;
  /** Only what the remote shows, as PNG: two versions can be compared by its bytes. */
  readonly content: Buffer;
}

/**
 * Runs a task with a browser that photographs pages.
 *
 * @throws {OperatorError} TEST-BROWSER when there is no browser and none can be installed
 */
export async function withPhotographer<Result>(
  task: (photograph: (address: string, remote: string) => Promise<Picture | undefined>) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: [...browserFlags] });
  try {
    return await task((address, remote) => photograph(browser, address, remote));
  } finally {
    await browser.close();
  }
}

/**
 * @returns nothing when there is no such page: status 404
 * @throws {OperatorError} SITE-UNREACHABLE
 */
async function photograph(browser: Browser, address: string, remote: string): Promise<Picture | undefined> {
  // The site's policy would refuse the style sheet below.
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce', colorScheme: 'light', bypassCSP: true });
  try {
    const response = await page.goto(address, { waitUntil: 'load', timeout: loadTime });
    if (response?.status() === 404) return undefined;
    if (!response?.ok()) throw new Error(`status ${response?.status()}`);
    await page.addStyleTag({ content: stillStyle });
    // Pictures further down load only when they are near the window.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...viewport, height: Math.max(viewport.height, height) });
    await page.waitForLoadState('networkidle', { timeout: loadTime });
    await page.evaluate(async () => {
      await document.fonts.ready;
    });
    const content = await page.locator(`[data-remote="${remote}"]`).screenshot({ timeout: loadTime });
    return { content, page: await page.screenshot({ fullPage: true, type: 'jpeg', quality: 75 }) };
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new OperatorError('SITE-UNREACHABLE', `${address} can’t be photographed: ${reason}.`, error);
  } finally {
    await page.close();
  }
}
