import { languages } from '@site/testkit/site/addresses.ts';
import { expect, test } from '../contact/contactTest.ts';
import { restyle } from '../visual/screenshot.ts';
import { openIn } from '../visual/settings.ts';
import { views } from '../visual/views.ts';
import { brokenWords } from './brokenWords.ts';
import { unreadableText } from './unreadableText.ts';

/** Text settings of readers, and the widths of their windows. */
const readers = [
  // 320 pixels are a window of 1280 at a zoom of 400 % (WCAG 1.4.10).
  { name: 'ordinary text', css: '', widths: [320, 344, 768, 1024, 1920], hasWholeWords: true },
  { name: 'text of twice the size (WCAG 1.4.4)', css: ':root { font-size: 200% }', widths: [390, 1280] },
  { name: 'text of twice the size, on a tablet', css: ':root { font-size: 200% }', widths: [640], hasWholeWords: true },
  {
    name: 'widely spaced text (WCAG 1.4.12)',
    css: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-block-end: 2em !important }`,
    widths: [320, 1280],
  },
];

const height = 800;

// Start narrow: every view can be opened at this width.
openIn({ width: 390, height });

for (const language of languages) {
  test(`a reader can read the whole ${language} site at any window width and text size`, async ({ page, form }) => {
    for (const view of views) {
      await page.setViewportSize({ width: 390, height });
      await view.open({ page, form, language });
      // When web fonts load, offscreen content keeps its size for a few frames: see shell/src/painted/webFonts.ts.
      await page.evaluate(() => document.fonts.ready);
      await expect(page.locator('[style*="content-visibility: auto"]')).toHaveCount(0);
      await page.evaluate(() => {
        for (const question of document.querySelectorAll<HTMLDetailsElement>('main details')) question.open = true;
      });
      for (const { name, css, widths, hasWholeWords = false } of readers) {
        await restyle(page, css);
        for (const width of widths) {
          await page.setViewportSize({ width, height });
          const setting = `${view.name}, ${name}, ${width} pixels`;
          expect.soft(await unreadableText(page), setting).toEqual([]);
          if (hasWholeWords) expect.soft(await brokenWords(page), `${setting}: broken words`).toEqual([]);
        }
      }
    }
  });
}
