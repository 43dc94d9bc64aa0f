import { readdir } from 'node:fs/promises';
import { barriers } from '../accessible/barriers.ts';
import { movingParts } from '../accessible/movingParts.ts';
import { smallTargets } from '../accessible/smallTargets.ts';
import { acceptedFolder, acceptedNames, expectAccepted } from './accepted.ts';
import { expect, test } from './looksTest.ts';
import { photograph } from './photograph.ts';
import { openIn, settings } from './settings.ts';
import { showTheme, themes } from './themes.ts';

// To open a view takes longer than to look at it: whatever can be told by looking is told at once.
for (const setting of settings) {
  test.describe(() => {
    openIn(setting.viewport);

    test(`${setting.name} looks as accepted and is accessible, by day and by night`, async ({
      page,
      form,
      album,
    }, info) => {
      await setting.view.open({ page, form, language: setting.language });
      expect.soft(await movingParts(page), 'nothing moves').toEqual([]);
      expect.soft(await smallTargets(page), 'every control has 44 by 44 pixels').toEqual([]);
      for (const theme of themes) {
        await showTheme(page, theme);
        expect.soft(await barriers(page, setting.view, theme), `axe finds nothing to mend, ${theme}`).toEqual([]);
        await expectAccepted(album, `${setting.name}-${theme}.webp`, await photograph(page, setting.view), info);
      }
    });
  });
}

test('no accepted picture is left of what there no longer is to look at', async () => {
  const leftOver = (await readdir(acceptedFolder)).filter((name) => !acceptedNames.includes(name));
  expect(leftOver).toEqual([]);
});
