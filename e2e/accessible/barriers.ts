import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Theme } from '../visual/themes.ts';
import type { View } from '../visual/views.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds to mend in a view. By night nothing but the colours differs. */
export async function barriers(page: Page, { name }: View, theme: Theme): Promise<string[]> {
  // Every frame is of our own origin: axe needs no page of its own to gather what it found in them.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (theme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block']);
  else axe.withTags(rules);
  // The company page shows nothing, as specified: there is nothing to put a heading above.
  if (name === 'company' && theme === 'light') axe.disableRules('page-has-heading-one');
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);
}
