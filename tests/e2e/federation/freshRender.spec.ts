import type { Page } from '@playwright/test';
import { addresses } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { waitForHydration } from '../support/visitor.ts';

/** Opens a page whose scripts don't come. Returns what lets them arrive. */
async function openWaiting(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/**/*.js', (route) => promise.then(() => route.continue()));
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('footer').waitFor();
  return resolve;
}

/** Changes the page as extensions do: they add buttons and fields of their own, and put translations in the place of texts. */
const extend = (page: Page) =>
  page.evaluate(() => {
    const [main] = document.getElementsByTagName('main');
    const form = document.createElement('form');
    const input = Object.assign(document.createElement('input'), { name: 'message', value: 'of the extension' });
    form.append(input, document.createElement('details'));
    main?.prepend(form);
    for (const text of document.querySelectorAll('h1, summary h3, label')) {
      const font = document.createElement('font');
      font.append(...text.childNodes);
      text.append(font);
    }
    window.name = String(main?.querySelectorAll('font').length);
  });

/** Waits until React has rendered the page anew: nothing of the extension is left. */
async function expectFresh(page: Page): Promise<void> {
  await waitForHydration(page);
  expect(Number(await page.evaluate(() => window.name))).toBeGreaterThan(0);
  await expect(page.locator('font')).toHaveCount(0);
}

test.beforeEach(({ watched }) => {
  // The page can't be hydrated.
  watched.allow(/Minified React error #418/);
  // While the test holds the scripts, nothing shows the fonts.
  watched.allow(/was preloaded using link preload but not used/);
});

test('an extension changes the page before its scripts come: text, focus and selection stay', async ({ page }) => {
  const release = await openWaiting(page, addresses.en.contact);
  const fields = page.locator('form [id^="field-"][name]');
  for (const [index, text] of ['Ada', 'ada@example.org', 'Engine', 'Could you host one?'].entries())
    await fields.nth(index).fill(text);
  const message = page.locator('textarea');
  await message.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(6, 9, 'backward'));
  await extend(page);
  release();
  await expectFresh(page);
  await expect(message).toBeFocused();
  await page.keyboard.type('she');
  await expect(message).toHaveValue('Could she host one?');
  for (const [index, text] of ['Ada', 'ada@example.org', 'Engine'].entries())
    await expect(fields.nth(index)).toHaveValue(text);
  await page.reload();
  await expect(message, 'the draft has it').toHaveValue('Could she host one?');
});

test('an extension changes the page before its scripts come: questions, boxes and the menu stay as they were', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await openWaiting(page, addresses.en.home);
  const { questions } = texts.en.marketing.home;
  const answers = [questions.multilingual, questions.tailored].map(({ answer }) => page.getByText(answer));
  const summaries = page.locator('main details summary');
  await page.evaluate(() => {
    for (const index of [0, 1])
      document.querySelectorAll<HTMLDetailsElement>('main details')[index]?.toggleAttribute('open');
    const [menu] = document.querySelectorAll<HTMLDetailsElement>('header details');
    if (menu) menu.open = true;
  });
  const boxes = page.locator('main input[type="checkbox"]');
  const ticked = await boxes.evaluateAll((all: HTMLInputElement[]) => {
    for (const box of all.slice(1, 2)) box.checked = !box.checked;
    return all.map(({ checked }) => checked);
  });
  await page.locator('header details summary').focus();
  await extend(page);
  release();
  await expectFresh(page);
  await expect(page.locator('header details')).toHaveAttribute('open');
  await expect(page.locator('header details summary')).toBeFocused();
  await expect(answers[0] ?? summaries).toBeHidden();
  await expect(answers[1] ?? summaries).toBeAttached();
  await expect(page.locator('main details').nth(1)).toHaveAttribute('open');
  expect(await boxes.evaluateAll((all: HTMLInputElement[]) => all.map(({ checked }) => checked))).toEqual(ticked);
});

test('an extension changes the page, and its remote can’t be loaded: the page stays', async ({ page, watched }) => {
  watched.allow(/SITE-HYDRATION|already registered|net::ERR_FAILED/);
  await page.route('**/assets/contact/**/*.js', (route) => route.abort());
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/shell/**/*.js', (route) => promise.then(() => route.continue()));
  await page.goto(addresses.en.contact, { waitUntil: 'commit' });
  await page.locator('textarea').fill('Could you host one?');
  await page
    .locator('header')
    .first()
    .evaluate((header) => header.prepend(document.createElement('font')));
  resolve();
  await waitForHydration(page);
  await expect(page.locator('font')).toHaveCount(0);
  await expect(page.locator('textarea')).toBeFocused();
  await expect(page.locator('textarea')).toHaveValue('Could you host one?');
});
