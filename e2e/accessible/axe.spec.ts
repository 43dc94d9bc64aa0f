import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../looks/looksTest.ts';
import { openIn, settings } from '../looks/settings.ts';
import { showTheme, themes } from '../looks/themes.ts';
import type { View } from '../looks/views.ts';
import { smallTargets } from './smallTargets.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds to mend. By night nothing but the colours differs. */
async function violationsOf(page: Page, { name }: View, theme: (typeof themes)[number]): Promise<string[]> {
  // Every frame is of our own origin: axe needs no page of its own to gather what it found in them.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (theme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block']);
  else axe.withTags(rules);
  // The company page shows nothing, as specified: there is nothing to put a heading above.
  if (name === 'company' && theme === 'light') axe.disableRules('page-has-heading-one');
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);
}

/**
 * What moves by itself, though the visitor wants less motion. Colours may fade, and what follows the scrolling stands
 * still without it.
 */
const movingParts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation instanceof CSSAnimation)
      .filter(({ playState, timeline }) => playState === 'running' && timeline === document.timeline)
      .map(({ animationName }) => animationName),
  );

for (const setting of settings) {
  test.describe(() => {
    openIn(setting.viewport);

    test(`${setting.name} is accessible, by day and by night`, async ({ page, form }) => {
      await setting.view.open({ page, form, language: setting.language });
      expect(await movingParts(page), 'nothing moves').toEqual([]);
      for (const theme of themes) {
        await showTheme(page, theme);
        expect.soft(await violationsOf(page, setting.view, theme), `axe finds nothing to mend, ${theme}`).toEqual([]);
      }
      expect(await smallTargets(page), 'every control has 44 by 44 pixels').toEqual([]);
    });
  });
}
