import { languages } from '../support/addresses.ts';
import { expect, test } from './looksTest.ts';
import { openIn } from './settings.ts';
import { views } from './views.ts';

const widths = [320, 390, 768, 1024, 1440, 1920];
const height = 800;

// Narrow at first: there, every view can be opened.
openIn({ width: 390, height });

for (const language of languages) {
  for (const view of views) {
    test(`nothing of ${view.name} in ${language} is wider than the window`, async ({ page, form }) => {
      await view.open({ page, form, language });
      const tooNarrow: number[] = [];
      for (const width of widths) {
        await page.setViewportSize({ width, height });
        if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) tooNarrow.push(width);
      }
      expect(tooNarrow).toEqual([]);
    });
  }
}
