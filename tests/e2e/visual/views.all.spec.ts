import { readdir } from 'node:fs/promises';
import { axeViolations, movingParts, smallTargets } from '../accessible/axeViolations.ts';
import { takeScreenshot } from './screenshot.ts';
import { baselineName, baselineNames, openIn, settings, showTheme, themes } from './settings.ts';
import { baselinesFolder, expect, expectBaseline, test } from './visualTest.ts';

// Opening a view takes longer than most checks: all of them share one visit, in all windows and themes.
for (const setting of settings) {
  test.describe(() => {
    openIn(setting.windows[0]);

    test(`${setting.name} matches its baselines and is accessible, in every window, in light and dark`, async ({
      page,
      form,
      comparer,
    }, info) => {
      await setting.view.open({ page, form, language: setting.language });
      for (const window of setting.windows) {
        await page.setViewportSize(window);
        const at = `${window.width} pixels`;
        expect.soft(await movingParts(page), `nothing moves, ${at}`).toEqual([]);
        expect.soft(await smallTargets(page), `every control has 44 by 44 pixels, ${at}`).toEqual([]);
        for (const theme of themes) {
          await showTheme(page, theme);
          const isFirst = window === setting.windows[0] && theme === themes[0];
          const violations = await axeViolations(page, setting.view, isFirst ? 'all' : 'of appearance');
          expect.soft(violations, `axe finds no violations, ${at}, ${theme}`).toEqual([]);
          const picture = await takeScreenshot(page, setting.view);
          await expectBaseline(comparer, baselineName(setting, window, theme), picture, info);
        }
      }
    });
  });
}

test('every baseline belongs to a view', async () => {
  const leftOver = (await readdir(baselinesFolder)).filter((name) => !baselineNames.includes(name));
  expect(leftOver).toEqual([]);
});
