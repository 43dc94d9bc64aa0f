import type { Page } from '@playwright/test';

/** Gives a page a style sheet more, in the place of the one that was given before. */
export const restyle = (page: Page, css: string): Promise<void> =>
  page.evaluate(async (text) => {
    document.adoptedStyleSheets = [await new CSSStyleSheet().replace(text)];
  }, css);
