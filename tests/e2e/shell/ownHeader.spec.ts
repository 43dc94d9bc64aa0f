import type { Page } from '@playwright/test';
import { addresses } from '@site/testkit/site/addresses.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

const height = 240;

/** Puts another header in the place of the shell's bar, as the layout does for a site that has one: in the flow, and much higher. */
const putOwnHeader = (page: Page) =>
  page.evaluate((pixels) => {
    const bar = document.querySelector<HTMLElement>('header#top');
    const below = bar?.nextElementSibling;
    if (!bar || !(below instanceof HTMLElement)) throw new Error('The bar isn’t before the page.');
    const own = document.createElement('div');
    own.id = 'own-header';
    own.style.blockSize = `${pixels}px`;
    bar.replaceWith(own);
    below.style.setProperty('--behind-header', '0px');
  }, height);

/** What a visitor sees in the last row of pixels of the header: its id, or that of what covers it. */
const seenAtItsEnd = (page: Page) => page.evaluate((pixels) => document.elementFromPoint(20, pixels - 1)?.id, height);

for (const [name, address] of [
  ['a page with a header of its own', addresses.en.services],
  ['the home page', addresses.en.home],
  ['the 404 page', `${addresses.en.home}/no-such-page`],
] as const)
  test(`another header isn’t covered by ${name}, which begins below it`, async ({ page, watched }) => {
    watched.allow(/404/);
    await visit(page, address);
    await putOwnHeader(page);
    expect(await seenAtItsEnd(page)).toBe('own-header');
    const top = await page.getByRole('heading', { level: 1 }).evaluate((title) => title.getBoundingClientRect().top);
    expect(top).toBeGreaterThanOrEqual(height);
  });
