import { failedResource } from '../support/test.ts';
import { visit } from '../support/visitor.ts';
import { expect, test } from './eventsTest.ts';
import { harmless, leftOfHostile, openPlace, seen, wholeMap } from './leafletMap.ts';

test('the owner reads which packages and pages a remote brings when it is published', async ({
  events: { released },
}) => {
  expect(released.said.published).toContain('is live');
  expect(released.said.published).toMatch(
    /asks for:\n(?: {2}.*\n)* {2}packages: .*date-fns@4\S+, .*react-day-picker@9\S+, zod@4\S+, zustand@5\S+\n/,
  );
  expect(released.said.published).toMatch(/\n {2}page lively: /);
});

test('a page with a date picker and packages for dates and schemas comes from the server, and a visitor chooses a day', async ({
  events: { origin },
  page,
}) => {
  await expect.poll(async () => (await fetch(`${origin}/en/events`)).text()).toContain('March 2027');
  await visit(page, '/en/events');
  const titles = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(titles).toHaveText(['Open house', 'A talk about <mail>']);
  await page.getByRole('button', { name: /10 March 2027/ }).click();
  await expect(page.locator('.rdp-selected')).toHaveText('10');
  await expect(titles).toHaveText(['A talk about <mail>']);
});

test('a map of leaflet, which makes its buttons and texts of markup, works where the site’s policy allows no markup', async ({
  events: { origin },
  page,
}) => {
  expect(await (await fetch(`${origin}/en/events/plan`)).text()).toContain('data-fallback');
  await visit(page, '/en/events/plan');
  await expect.poll(() => page.evaluate(seen)).toEqual(wholeMap);
  await page.locator('[data-map]').screenshot({ path: test.info().outputPath('map.png') });
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(() => page.evaluate(seen)).toMatchObject({ width: 800 });
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(() => page.evaluate(seen)).toEqual(wholeMap);
  await openPlace(page, 'Stage');
  await expect(page.locator('.leaflet-popup-content em')).toHaveText('Talks');
});

test('a hostile text in a map runs nothing', async ({ page, watched }) => {
  await visit(page, '/en/events/plan');
  await openPlace(page, 'Hall');
  await expect(page.locator('.leaflet-popup-content #read')).toBeVisible();
  await page.locator('.leaflet-popup-content #lead').click();
  expect(await page.evaluate(leftOfHostile)).toEqual(harmless);
  // The picture is missing, and Chromium tells what it has left out, as blocked.
  await expect.poll(() => watched.complaints().some((complaint) => complaint.includes('404'))).toBe(true);
  watched.allow(failedResource);
  watched.allow(/has been blocked|script-src-attr blocked/);
});

test('state, queries, dialogs and portals of packages work with the shell’s React', async ({ page }) => {
  await visit(page, '/en/events/lively');
  await expect(page.getByText('answered 200')).toBeVisible();
  await page.getByRole('button', { name: '0 times' }).click();
  await expect(page.getByRole('button', { name: '1 times' })).toBeVisible();
  await page.getByRole('button', { name: 'Portal' }).click();
  await expect(page.locator('body > p')).toHaveText('at the end');
  await page.getByRole('tab', { name: 'Second' }).click();
  await expect(page.getByText('the second panel')).toBeVisible();
  await page.getByRole('button', { name: 'Popover' }).click();
  await expect(page.getByText('beside its button')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Dialog' }).click();
  await expect(page.getByRole('dialog', { name: 'In front' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
