import type { Page } from '@playwright/test';

/**
 * What moves by itself, though the visitor wants less motion. Colours may fade, and what follows the scrolling stands
 * still without it.
 */
export const movingParts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation instanceof CSSAnimation)
      .filter(({ playState, timeline }) => playState === 'running' && timeline === document.timeline)
      .map(({ animationName }) => animationName),
  );
