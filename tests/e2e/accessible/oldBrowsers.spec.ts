import type { Browser, Page } from '@playwright/test';
import { addresses } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { firstTierIf } from '../support/tiers.ts';

/** Serves documents and style sheets in which a function of CSS is unknown: browsers leave out the declarations with it. */
async function withoutFunction(page: Page, name: string): Promise<void> {
  await page.route('**/*', async (route) => {
    if (!['document', 'stylesheet'].includes(route.request().resourceType())) return route.fallback();
    const response = await route.fetch();
    const body = (await response.text())
      .replaceAll(`${name}(`, `unknown-${name}(`)
      // Both would refuse what was changed.
      .replaceAll(/ integrity="[^"]*"/g, '');
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers, body });
  });
}

/** The lines that differ. */
const differences = (one: readonly string[], other: readonly string[]): string[] =>
  other.filter((line, index) => line !== one[index]);

/** Runs in the page: the colours of everything. */
const coloursOf = () =>
  [...document.querySelectorAll('html, body, body *:not(script, style, noscript)')].map((element, index) => {
    const { color, backgroundColor, fill, stroke, borderTopColor } = getComputedStyle(element);
    return `${index} ${element.localName} ${[color, backgroundColor, fill, stroke, borderTopColor].join(' ')}`;
  });

async function openWindow(browser: Browser, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({
    colorScheme,
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: false,
  });
  return context.newPage();
}

for (const theme of ['light', 'dark'] as const)
  test(
    `in a browser of 2023, which lacks light-dark(), everything has its ${theme} colours`,
    firstTierIf(theme === 'light'),
    async ({ browser, site }) => {
      const [today, then] = [await openWindow(browser, theme), await openWindow(browser, theme)];
      await withoutFunction(then, 'light-dark');
      for (const path of [addresses.en.home, addresses.en.contact]) {
        for (const page of [today, then]) {
          await page.goto(site.origin + path);
          await page.locator('header details').evaluate((menu) => menu.toggleAttribute('open', true));
        }
        // The bar's ground fades.
        await expect
          .poll(async () => differences(await today.evaluate(coloursOf), await then.evaluate(coloursOf)), path)
          .toEqual([]);
      }
      await today.context().close();
      await then.context().close();
    },
  );

/** What engines of 2022 lack, taken away in the page before its scripts run. */
function makeOld(): void {
  Reflect.deleteProperty(Promise, 'withResolvers');
  Reflect.deleteProperty(AbortSignal, 'any');
  Reflect.deleteProperty(URL, 'canParse');
  HTMLScriptElement.supports = () => false;
  for (const { prototype } of [Document, Element, DocumentFragment])
    for (const name of ['querySelector', 'querySelectorAll', 'matches', 'closest']) {
      const find = Reflect.get(prototype, name) as ((selector: string) => unknown) | undefined;
      if (!find) continue;
      Reflect.set(prototype, name, function (this: Element, selector: string) {
        if (/:has\(|:is\(|:where\(/.test(selector)) throw new SyntaxError(`'${selector}' is not a valid selector`);
        return find.call(this, selector);
      });
    }
}

test('in an engine of 2022, menu and questions open, links lead on, and whole style sheets come', async ({ page }) => {
  const reports: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && reports.push(request.url()));
  await page.addInitScript(makeOld);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(addresses.en.home, { waitUntil: 'commit' });
  await page.locator('header details summary').click();
  const link = page.locator('header details a').filter({ hasText: texts.en.shell.navigation.team });
  await expect(link).toBeVisible();
  await page.locator('header details summary').click();
  await expect(link).toBeHidden();
  const { tailored } = texts.en.marketing.home.questions;
  await page.locator('main summary').filter({ hasText: tailored.question }).click();
  await expect(page.getByText(tailored.answer)).toBeVisible();
  await expect(page.locator('link[rel="stylesheet"][media="not all"]'), 'whole style sheets have come').toHaveCount(0);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('html[data-hydrated]')).toHaveCount(0);
  await page.locator('header details summary').click();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: texts.en.marketing.team.title })).toBeVisible();
  expect(reports).toEqual([]);
});

test('where the inline script fails at all, a click still opens the menu', async ({ page, watched }) => {
  watched.allow(/is not a valid selector/);
  await page.addInitScript(() => {
    const find = Document.prototype.querySelectorAll;
    Document.prototype.querySelectorAll = function (this: Document, selector: string) {
      if (selector.startsWith('link')) throw new SyntaxError(`'${selector}' is not a valid selector`);
      return find.call(this, selector);
    } as typeof find;
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(addresses.en.home, { waitUntil: 'commit' });
  await page.locator('header details summary').click();
  await expect(page.locator('header details a').first()).toBeVisible();
});
