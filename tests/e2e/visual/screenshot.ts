import type { Frame, Page } from '@playwright/test';
import type { View } from './views.ts';

/** Takes a screenshot of the whole page, or of the window if the view covers it. */
export async function takeScreenshot(page: Page, { coversWindow = false }: View): Promise<Buffer> {
  await page.mouse.move(0, 0);
  await Promise.all(page.frames().map(loadAll));
  // Not Playwright's: it compresses pictures well, which takes a third of its time.
  const devTools = await page.context().newCDPSession(page);
  const { data } = await devTools.send('Page.captureScreenshot', {
    optimizeForSpeed: true,
    captureBeyondViewport: !coversWindow,
  });
  await devTools.detach();
  return Buffer.from(data, 'base64');
}

/** Loads lazy images and fonts, scrolls to the top, and hides the blinking caret. */
const loadAll = (frame: Frame): Promise<void> =>
  frame.evaluate(async () => {
    scrollTo({ top: 0, behavior: 'instant' });
    document.documentElement.style.caretColor = 'transparent';
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode()));
    await document.fonts.ready;
    // What depends on the scroll position changes a frame later, and then with a transition.
    await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
    // Another time at each visit, or none.
    document.querySelector('footer p > span')?.replaceChildren();
  });

/** Adds a style sheet to a page. Replaces the one that was added before. */
export const restyle = (page: Page, css: string): Promise<void> =>
  page.evaluate(async (text) => {
    document.adoptedStyleSheets = [await new CSSStyleSheet().replace(text)];
  }, css);
