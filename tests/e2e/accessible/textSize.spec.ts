import { addresses } from '@site/testkit/site/addresses.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';
import { brokenWords } from './brokenWords.ts';

test('with text of 32 pixels, neither the bar nor the offices widen the page', async ({ page }) => {
  const devTools = await page.context().newCDPSession(page);
  // The browser's own setting, which breakpoints in `em` follow. It ends with the session.
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  for (const address of [addresses.en.contact, addresses.es.contact]) {
    await visit(page, address);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    for (const width of [390, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(widest, `${address}, ${width} pixels`).toBe(width);
    }
  }
  await devTools.detach();
});

test('in a small window, or with text of twice the size, no word breaks without a hyphen', async ({ page }) => {
  const devTools = await page.context().newCDPSession(page);
  const { fr, es } = addresses;
  for (const address of [fr.home, fr.services, fr.privacy, es.home, es.pricing]) {
    await visit(page, address);
    for (const [standard, width] of [
      [16, 320],
      [16, 344],
      [32, 390],
      [32, 640],
    ] as const) {
      await devTools.send('Page.setFontSizes', { fontSizes: { standard } });
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await brokenWords(page), `${address}, ${width} pixels, text of ${standard}`).toEqual([]);
    }
  }
  await devTools.detach();
});

test('a visitor who asks for more contrast gets quiet text and lines in the colour of the text, by day and by night', async ({
  page,
}) => {
  await visit(page, addresses.en.services);
  const colours = () =>
    page.evaluate(() => {
      const summary = document.querySelector('main article p') ?? document.body;
      const card = document.querySelector('main article') ?? document.body;
      const legal = document.querySelector('footer p') ?? document.body;
      const link = document.querySelector('footer a') ?? document.body;
      return {
        text: getComputedStyle(document.body).color,
        quiet: [getComputedStyle(summary).color, getComputedStyle(card, '::after').borderTopColor],
        footer: [getComputedStyle(legal).color, getComputedStyle(link).color],
      };
    });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, contrast: 'no-preference' });
    const usual = await colours();
    expect(usual.quiet, colorScheme).not.toContain(usual.text);
    await page.emulateMedia({ contrast: 'more' });
    await expect.poll(colours, colorScheme).toMatchObject({ text: usual.text, quiet: [usual.text, usual.text] });
    const [legal, link] = (await colours()).footer;
    expect(legal, colorScheme).toBe(link);
  }
  await page.emulateMedia({ contrast: null, colorScheme: null });
});

test('with more contrast the focus is thicker and as dark as the text, and with forced colours it has theirs', async ({
  page,
}) => {
  await visit(page, addresses.en.contact);
  const rings = () =>
    page.evaluate(() => {
      const ringOf = (selector: string) => {
        const element = document.querySelector<HTMLElement>(selector);
        element?.focus();
        const { outlineColor, outlineWidth } = getComputedStyle(element ?? document.body);
        return { color: outlineColor, width: Number.parseFloat(outlineWidth) };
      };
      document.body.style.caretColor = 'Highlight';
      const { color: text, caretColor: highlight } = getComputedStyle(document.body);
      return { link: ringOf('header a'), field: ringOf('main input'), text, highlight };
    });
  const usual = await rings();
  await page.emulateMedia({ contrast: 'more' });
  const strong = await rings();
  expect(strong.link.color).toBe(strong.text);
  expect(strong.link.width).toBeGreaterThan(usual.link.width);
  expect(strong.field.color).toBe(strong.text);
  expect(usual.field.color).not.toBe(usual.text);
  await page.emulateMedia({ contrast: null, forcedColors: 'active' });
  const forced = await rings();
  expect([forced.link.color, forced.field.color]).toEqual([forced.highlight, forced.highlight]);
  await page.emulateMedia({ forcedColors: null });
});
