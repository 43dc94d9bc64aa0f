import type { ViewportSize } from '@playwright/test';
import type { Language } from '@site/testkit/site/addresses.ts';
import { failedResource } from '../support/watch.ts';
import { test } from './looksTest.ts';
import { type View, views } from './views.ts';

/** A window of a phone and one of a desk. */
const windows = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;

/** A view in a language, in a window. */
export interface Setting {
  readonly view: View;
  readonly language: Language;
  readonly viewport: (typeof windows)[number];
  readonly name: string;
}

/** Every setting in which the site's look is accepted. */
export const settings: readonly Setting[] = views.flatMap((view) =>
  (['en', ...(view.alsoIn ?? [])] as const).flatMap((language) =>
    windows
      .filter(({ width }) => width <= (view.upTo ?? Number.POSITIVE_INFINITY))
      .map((viewport) => ({ view, language, viewport, name: `${view.name}-${language}-${viewport.width}` })),
  ),
);

/** Makes the tests around it open their pages in such a window, without motion. */
export function openIn(viewport: ViewportSize): void {
  test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });
  // Chrome reports the status of what was not found and of what was refused.
  test.beforeEach(({ watched }) => watched.allow(failedResource));
}
