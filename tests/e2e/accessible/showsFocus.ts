import { expect, type Page } from '@playwright/test';
import { focusOf } from './focusOf.ts';

/** Presses a key until the focus returns to an earlier stop. Returns the stops and their problems. */
async function goThrough(page: Page, key: 'Tab' | 'Shift+Tab') {
  const stops = new Set<string>();
  const problems: string[] = [];
  for (;;) {
    await page.keyboard.press(key);
    const focus = await focusOf(page);
    if (!focus || stops.has(focus.stop)) return { stops, problems };
    stops.add(focus.stop);
    if (focus.problem) problems.push(focus.problem);
  }
}

/**
 * Asserts that the focus is seen everywhere on an open page, in both directions and with forced colours.
 *
 * @param least how many stops it has at least
 */
export async function showsFocus(page: Page, least = 11): Promise<void> {
  const down = await goThrough(page, 'Tab');
  await page.emulateMedia({ forcedColors: 'active' });
  const up = await goThrough(page, 'Shift+Tab');
  expect.soft(down.problems, 'downwards').toEqual([]);
  expect.soft(up.problems, 'upwards').toEqual([]);
  expect.soft([...up.stops].sort(), 'both ways').toEqual([...down.stops].sort());
  expect.soft(down.stops.size).toBeGreaterThanOrEqual(least);
}

/** Links prepare the pages that they lead to, which takes longer than all that is looked at here: a page that won't. */
export const savesData = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
