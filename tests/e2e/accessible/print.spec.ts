import type { Locator, Page } from '@playwright/test';
import { addresses } from '@site/testkit/site/addresses.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

/** Opens a page as it is on paper, for a visitor whose screen is dark. */
async function openOnPaper(page: Page, address: string): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await visit(page, address);
}

/** Elements around others that are grids: what moves to the next sheet would be printed over what follows in the grid. */
const gridsAround = (elements: Locator): Promise<string[]> =>
  elements.evaluateAll((all) =>
    all.flatMap((element) => {
      for (let inner = element; inner.parentElement; inner = inner.parentElement) {
        // What stays in one piece doesn't move by parts.
        if (getComputedStyle(inner.parentElement).breakInside === 'avoid') return [];
        if (getComputedStyle(inner.parentElement).display === 'grid') return [inner.parentElement.className];
      }
      return [];
    }),
  );

test('on paper, no heading, field or notice is printed over another', async ({ page }) => {
  await openOnPaper(page, addresses.en.privacy);
  expect(await gridsAround(page.locator('main section h2')), 'sections of the privacy policy').toEqual([]);
  await openOnPaper(page, addresses.en.contact);
  expect(await gridsAround(page.locator('form label, form > p, form button')), 'the form').toEqual([]);
  await expect(page.locator('form textarea').locator('..')).toHaveCSS('break-inside', 'avoid');
  await openOnPaper(page, addresses.en.home);
  expect(await gridsAround(page.locator('main article h2')), 'texts beside drawings').toEqual([]);
});

test('on paper, texts and drawings have the colours of the day, and no blank disc covers the city', async ({
  page,
}) => {
  await openOnPaper(page, addresses.en.home);
  await expect(page.locator('main h1')).toHaveCSS('color', 'rgb(16, 38, 44)');
  const night = page.locator('main picture img').filter({ visible: true });
  await expect
    .poll(() =>
      night.evaluateAll((all: HTMLImageElement[]) => all.filter((img) => img.currentSrc.endsWith('#dark')).length),
    )
    .toBe(0);
  await expect(page.locator('main input[type="checkbox"]')).toBeHidden();
});

test('a page that is printed from a dark screen has the drawings of the day, and afterwards those of the night again', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await visit(page, addresses.en.home);
  const drawings = page.locator('main picture img[loading="eager"]').filter({ visible: true });
  const daylight = () =>
    drawings.evaluateAll((all: HTMLImageElement[]) => all.map((img) => img.complete && img.currentSrc === img.src));
  await expect.poll(daylight).not.toContain(true);
  const printed = await drawings.first().evaluateHandle((first) => {
    const seen: boolean[] = [];
    const all = [...first.ownerDocument.querySelectorAll<HTMLImageElement>('main picture img[loading="eager"]')];
    const look = () =>
      seen.push(...all.filter((img) => img.checkVisibility()).map((img) => img.complete && img.currentSrc === img.src));
    window.addEventListener('beforeprint', () => queueMicrotask(look), { once: true });
    return seen;
  });
  await page.pdf();
  const shown = await printed.jsonValue();
  expect(shown).toContain(true);
  expect(shown).not.toContain(false);
  await expect.poll(daylight).not.toContain(true);
});

test('on paper, headings, questions and the brand stay with what they belong to', async ({ page }) => {
  await openOnPaper(page, addresses.en.home);
  for (const heading of await page.locator('main :is(h2, h3)').all())
    await expect(heading).toHaveCSS('break-after', 'avoid');
  const questions = page.locator('main details').first();
  await expect(questions).toHaveCSS('break-inside', 'avoid');
  await expect(page.locator('footer p').first().locator('..')).toHaveCSS('break-inside', 'avoid');
});
