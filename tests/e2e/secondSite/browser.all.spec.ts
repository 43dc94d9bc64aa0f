import { axeViolations, movingParts, smallTargets } from '../accessible/axeViolations.ts';
import { brokenWords } from '../accessible/brokenWords.ts';
import { isMirrored } from '../accessible/isMirrored.ts';
import { savesData, showsFocus } from '../accessible/showsFocus.ts';
import { unreadableText } from '../accessible/unreadableText.ts';
import { failedResource } from '../support/test.ts';
import { visit } from '../support/visitor.ts';
import { showTheme, themes } from '../visual/settings.ts';
import { languages, pages, versions } from './pages.ts';
import { expect, test } from './secondTest.ts';

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

test.use({ viewport: desktop, contextOptions: { reducedMotion: 'reduce' } });

for (const language of languages) {
  test(`another company’s pages in ${language} are accessible and readable, in every window, in light and dark`, async ({
    page,
    watched,
  }) => {
    watched.allow(failedResource);
    for (const { page: name, path } of pages.filter((tested) => tested.language === language)) {
      await page.setViewportSize(desktop);
      await visit(page, path);
      await page.evaluate(() => document.fonts.ready);
      for (const window of [desktop, phone]) {
        await page.setViewportSize(window);
        const at = `${path}, ${window.width} pixels`;
        expect.soft(await movingParts(page), `nothing moves, ${at}`).toEqual([]);
        expect.soft(await smallTargets(page), `every control has 44 by 44 pixels, ${at}`).toEqual([]);
        expect.soft(await unreadableText(page), `all text can be read, ${at}`).toEqual([]);
        expect.soft(await brokenWords(page), `no word is broken, ${at}`).toEqual([]);
        for (const theme of themes) {
          await showTheme(page, theme);
          const isFirst = window === desktop && theme === themes[0];
          const violations = await axeViolations(page, { name }, isFirst ? 'all' : 'of appearance');
          expect.soft(violations, `axe finds no violations, ${at}, ${theme}`).toEqual([]);
        }
      }
    }
  });

  test(`a visitor of another company sees the focus everywhere on its home page in ${language}`, async ({ page }) => {
    await savesData(page);
    await visit(page, versions[language].paths.home);
    await showsFocus(page, 9);
  });
}

test('in Arabic, pages and arrows are mirrored, the menu begins at the right, and a click keeps the direction', async ({
  page,
}) => {
  const { paths, texts, words } = versions.ar;
  for (const path of Object.values(paths)) {
    await visit(page, path);
    await isMirrored(page, path);
  }
  await page.setViewportSize(phone);
  await visit(page, paths.home);
  const bar = page.getByRole('banner');
  const button = bar.locator('summary');
  expect((await button.boundingBox())?.x, 'the button is at the left').toBeLessThan(phone.width / 2);
  await button.click();
  await expect(button).toHaveText(words.shell.navigation.closeMenu, { useInnerText: true });
  const link = bar.locator('details').getByRole('link', { name: texts.routes.about.link });
  const textRight = await link.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element.firstChild ?? element);
    return range.getBoundingClientRect().right;
  });
  expect(textRight, 'a link begins at the right').toBeGreaterThan(phone.width - 40);
  await link.click();
  await expect(page).toHaveURL(paths.about);
  await expect(page.getByRole('heading', { level: 1, name: texts.about.title })).toBeFocused();
  await bar.locator('summary').click();
  await bar.locator('details').getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(versions.de.paths.home);
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).direction)).toBe('ltr');
});
