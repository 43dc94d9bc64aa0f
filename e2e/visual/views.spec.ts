import { readdir } from 'node:fs/promises';
import { axeViolations, movingParts, smallTargets } from '../accessible/axeViolations.ts';
import { takeScreenshot } from './screenshot.ts';
import { baselineNames, openIn, settings, showTheme, themes } from './settings.ts';
import { baselinesFolder, expect, expectBaseline, test } from './visualTest.ts';

// Opening a view takes longer than checking it: all checks of a view share one test.
for (const setting of settings) {
  test.describe(() => {
    openIn(setting.viewport);

    test(`${setting.name} matches its baselines and is accessible, in light and dark`, async ({
      page,
      form,
      comparer,
    }, info) => {
      await setting.view.open({ page, form, language: setting.language });
      expect.soft(await movingParts(page), 'nothing moves').toEqual([]);
      expect.soft(await smallTargets(page), 'every control has 44 by 44 pixels').toEqual([]);
      for (const theme of themes) {
        await showTheme(page, theme);
        expect.soft(await axeViolations(page, setting.view, theme), `axe finds no violations, ${theme}`).toEqual([]);
        await expectBaseline(comparer, `${setting.name}-${theme}.webp`, await takeScreenshot(page, setting.view), info);
      }
    });
  });
}

test('every baseline belongs to a view', async () => {
  const leftOver = (await readdir(baselinesFolder)).filter((name) => !baselineNames.includes(name));
  expect(leftOver).toEqual([]);
});
