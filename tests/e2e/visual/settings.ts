import type { Page, ViewportSize } from '@playwright/test';
import type { Language } from '@site/testkit/site/addresses.ts';
import { test } from '../contact/contactTest.ts';
import { failedResource } from '../support/test.ts';
import { type View, views } from './views.ts';

const desktop: ViewportSize = { width: 1440, height: 900 };
const phone: ViewportSize = { width: 390, height: 844 };

/** A view in a language, and the windows that have it: it is opened in the first, and then resized. */
export interface Setting {
  readonly view: View;
  readonly language: Language;
  readonly windows: readonly [ViewportSize, ...ViewportSize[]];
  readonly name: string;
}

/** Every setting that has baselines. */
export const settings: readonly Setting[] = views.flatMap((view) =>
  (['en', ...(view.alsoIn ?? [])] as const).map((language) => ({
    view,
    language,
    windows: view.onlyOnPhones ? [phone] : [desktop, phone],
    name: `${view.name}-${language}`,
  })),
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

/** The file name of a baseline. */
export const baselineName = ({ name }: Setting, { width }: ViewportSize, theme: Theme): string =>
  `${name}-${width}-${theme}.webp`;

/** The file name of every baseline. */
export const baselineNames = settings.flatMap((setting) =>
  setting.windows.flatMap((window) => themes.map((theme) => baselineName(setting, window, theme))),
);
