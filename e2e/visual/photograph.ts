import type { Frame, Page } from '@playwright/test';
import type { View } from './views.ts';

/** Takes a picture of all that a view shows, from its top to its end. */
export async function photograph(page: Page, { coversWindow = false }: View): Promise<Buffer> {
  await page.mouse.move(0, 0);
  await Promise.all(page.frames().map(loadEverything));
  return await page.screenshot({ fullPage: !coversWindow, animations: 'disabled' });
}

/** Loads what waits to be scrolled to, and returns to the top. */
const loadEverything = (frame: Frame): Promise<void> =>
  frame.evaluate(async () => {
    scrollTo({ top: 0, behavior: 'instant' });
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode()));
    await document.fonts.ready;
  });
