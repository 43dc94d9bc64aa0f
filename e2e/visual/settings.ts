import type { Page, ViewportSize } from '@playwright/test';
import type { Language } from '@site/testkit/site/addresses.ts';
import { failedResource } from '../support/test.ts';
import { type View, views } from './views.ts';
import { test } from './visualTest.ts';

/** The windows of a phone and of a desktop. */
const windows = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;

/** A view in a language and a window. */
export interface Setting {
  readonly view: View;
  readonly language: Language;
  readonly viewport: (typeof windows)[number];
  readonly name: string;
}

/** Every setting that has baselines. */
export const settings: readonly Setting[] = views.flatMap((view) =>
  (['en', ...(view.alsoIn ?? [])] as const).flatMap((language) =>
    windows
      .filter(({ width }) => width <= (view.upTo ?? Number.POSITIVE_INFINITY))
      .map((viewport) => ({ view, language, viewport, name: `${view.name}-${language}-${viewport.width}` })),
  ),
);

/** Makes the surrounding tests use this window size and reduced motion. */
export function openIn(viewport: ViewportSize): void {
  test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });
  // Chrome logs every response with an error status.
  test.beforeEach(({ watched }) => watched.allow(failedResource));
}

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Switches a page's theme, without a transition of its colours. */
export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  });
}

/** The file name of every baseline. */
export const baselineNames = settings.flatMap(({ name }) => themes.map((theme) => `${name}-${theme}.webp`));
