import type { Page } from '@playwright/test';
import { everyAddress } from '@site/testkit/site/addresses.ts';
import { expect, test } from '../support/test.ts';

/**
 * Runs in the page: the look of each element that may be shown and of what styles add to it. Custom properties have none, what
 * moves, moves later, pointing at something loads the whole style sheets, and drawings that are masks come with them.
 */
function lookOf(): string[] {
  const looks: string[] = [];
  const shown = [...document.querySelectorAll('html, body, #site *')].filter(
    (element) => !element.matches('details:not([open]) > :not(summary), details:not([open]) > :not(summary) *'),
  );
  for (const [index, element] of shown.entries())
    for (const part of ['', '::before', '::after']) {
      const style = getComputedStyle(element, part);
      if ((part !== '' && style.content === 'none') || style.maskImage.includes('url(')) continue;
      const values = [...style]
        .filter((name) => !/^(?:--|animation|cursor|transition|view-transition)/.test(name))
        .map((name) => style.getPropertyValue(name));
      looks.push(`${index} ${element.outerHTML.slice(0, 80)} ${part} ${values.join(';')}`);
    }
  return looks;
}

/** Runs in the page: replaces the inlined styles as the starter script does, which a test keeps from doing so. */
async function useWholeSheets(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[disabled]:not(:has(+ [data-font-faces]))')];
  const loaded = links.map(
    (link) =>
      new Promise<unknown>((resolve) => {
        link.onload = resolve;
        link.disabled = false;
      }),
  );
  await Promise.all(loaded);
  for (const link of links) {
    link.media = 'all';
    link.nextElementSibling?.remove();
  }
}

/** A page as it came: its own scripts never start. */
async function openAsleep(page: Page, path: string): Promise<void> {
  await page.route('**/*.js', (route) => route.abort());
  await page.addInitScript(() => {
    window.PerformanceObserver.prototype.observe = () => {};
    window.addEventListener('load', (event) => event.stopImmediatePropagation());
  });
  await page.goto(path);
  // Their sizes change when they arrive.
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode()));
  });
}

for (const { path } of everyAddress.filter(({ language, page }) => language === 'en' && page !== 'notFound'))
  test(`${path} looks the same with its inlined styles as with whole style sheets`, async ({ page }) => {
    for (const [width, colorScheme] of [
      [390, 'light'],
      [1440, 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await openAsleep(page, path);
      const before = new Set(await page.evaluate(lookOf));
      await page.evaluate(useWholeSheets);
      const after = await page.evaluate(lookOf);
      expect(after.filter((look) => !before.has(look)).slice(0, 3)).toEqual([]);
    }
  });
